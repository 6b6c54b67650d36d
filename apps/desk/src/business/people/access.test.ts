import { expect, test } from 'vitest'
import { accessOf, wireAccess } from './access.ts'

const person = {
  restaurants: [
    { id: '1', name: 'Первый', role: 'manager' as const },
    { id: '2', name: 'Второй', role: 'staff' as const },
  ],
  desk_roles: [],
}

test('saving the form does not make a manager of one restaurant a manager of another', () => {
  const was = {
    restaurants: [
      { id: '1', role: 'manager' },
      { id: '2', role: 'staff' },
    ],
    desk_roles: [],
  }
  const access = accessOf(person)
  expect(wireAccess(access, person)).toEqual({ ...was, was })
  expect(wireAccess({ ...access, restaurants: ['2', '3'] }, person).restaurants).toEqual([
    { id: '2', role: 'staff' },
    { id: '3', role: 'manager' },
  ])
  expect(wireAccess({ ...access, is_manager: false }, person).restaurants.map(({ role }) => role)).toEqual([
    'staff',
    'staff',
  ])
})
