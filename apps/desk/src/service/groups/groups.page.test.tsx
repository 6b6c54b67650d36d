// @vitest-environment happy-dom
import { getGroups } from '@podmoga/contract/desk/groups'
import { expect, test } from 'vitest'
import { field, fill, isAccessible, openScreen, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { GroupsPage } from './groups.page.tsx'

const wire = wireOfEach()

test('an agent sees the groups, their tickets and members at work, read-only', async () => {
  const of = { way: 'load' as const, most: 5, restaurant_groups: ['Центр'], categories: ['other'] }
  wire.answer(getGroups, {
    groups: [
      { ...of, id: '1', name: 'Первая линия', restaurant_ids: ['3'], member_ids: ['7', '8'] },
      {
        ...{ id: '2', name: 'Остальные', restaurant_ids: [], restaurant_groups: [], categories: [] },
        ...{ member_ids: [], way: 'turn' as const, most: null },
      },
    ],
    agents: [
      { id: '7', name: 'Бахтиёр', state: 'work' },
      { id: '8', name: 'Мадина', state: 'off' },
    ],
    restaurants: [{ id: '3', name: 'Плов Центр', groups: [] }],
    version: '4',
  })
  openScreen(wire, <GroupsPage />, '/service/groups')
  await says('1. Первая линия')
  await says('Вы в этой группе')
  await says('Бахтиёр — на работе, Мадина — не работает')
  await says('Плов Центр, группа «Центр»')
  await says('Другое')
  await says('У кого меньше открытых, не больше 5 у одного')
  await says('2. Остальные')
  await says('Все рестораны')
  await isAccessible()
  expect(document.querySelectorAll('button, input, select')).toHaveLength(0)
})

test('without groups it says that tickets are taken', async () => {
  wire.answer(getGroups, { groups: [], agents: [], restaurants: [], version: '0' })
  openScreen(wire, <GroupsPage />, '/service/groups')
  await says('Групп нет: тикеты берут сами.')
})

test('whoever serves several businesses reads the groups of each', async () => {
  const group = { restaurant_ids: [], categories: [], member_ids: [], way: 'turn' as const, most: null }
  const names: Record<string, string> = { '1': 'Первая линия', '2': 'Ночь' }
  const businesses = [
    { id: '1', name: 'Навруз' },
    { id: '2', name: 'Бахор' },
  ]
  wire.answer(getGroups, ({ url }) => {
    const id = new URL(url, 'http://a').searchParams.get('business') ?? '1'
    return {
      ...{ agents: [], restaurants: [], version: '4', businesses },
      groups: [{ ...group, id, name: names[id] ?? '' }],
    }
  })
  openScreen(wire, <GroupsPage />, '/service/groups')
  await says('1. Первая линия')
  expect((await field('Бизнес')).value).toBe('1')
  await fill('Бизнес', '2')
  await says('1. Ночь')
  await isAccessible()
})
