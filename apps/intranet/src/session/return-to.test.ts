import { describe, expect, test } from 'vitest'
import { mayEnter, onlyWayIn, safePath } from './return-to.ts'

const ORIGIN = 'https://podmoga.example'
const two = {
  restaurants: [
    { id: '1', name: 'Навруз' },
    { id: '2', name: 'Плов' },
  ],
  desk_roles: [],
}

describe('safePath', () => {
  test.each(['/1/tickets?page=2', '/', '/desk/tickets/5#end', '/1/section/3?subcategory=4'])('%s', (path) => {
    expect(safePath(path, ORIGIN)).toBe(path)
  })
  test.each([
    null,
    '',
    '1/tickets',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/1\\..\\evil',
    'javascript:alert(1)',
  ])('refuses %j', (path) => {
    expect(safePath(path, ORIGIN)).toBeNull()
  })
})

test.each([
  ['/1/tickets', two, true],
  ['/2?x=1', two, true],
  ['/', two, true],
  ['/9/tickets', two, false],
  ['/api/auth/places/', two, false],
  ['/desk/', two, false],
  ['/desk/tickets/1', { restaurants: [], desk_roles: ['agent' as const] }, true],
  ['/', { restaurants: [], desk_roles: ['agent' as const] }, false],
])('mayEnter(%s)', (path, memberships, expected) => {
  expect(mayEnter(path, memberships)).toBe(expected)
})

test('one place leads straight there, a choice does not', () => {
  const [first] = two.restaurants
  const one = { restaurants: first === undefined ? [] : [first], desk_roles: [] }
  expect(onlyWayIn(one)).toBe('/1')
  expect(onlyWayIn(two)).toBeNull()
  expect(onlyWayIn({ restaurants: [], desk_roles: ['agent'] })).toBe('/desk/')
  expect(onlyWayIn({ ...one, desk_roles: ['agent'] })).toBeNull()
  expect(onlyWayIn({ restaurants: [], desk_roles: [] })).toBeNull()
  // Only agents start at the queue.
  expect(onlyWayIn({ restaurants: [], desk_roles: ['manager'] })).toBe('/desk/admin')
  expect(onlyWayIn({ restaurants: [], desk_roles: ['admin', 'editor'] })).toBe('/desk/kb')
  expect(onlyWayIn({ restaurants: [], desk_roles: ['editor', 'agent'] })).toBe('/desk/')
})
