// @vitest-environment happy-dom
import { listAdminRestaurants } from '@podmoga/contract/desk/admin'
import { getRestaurantHealth } from '@podmoga/contract/desk/health'
import { beforeEach, expect, test } from 'vitest'
import { openScreen, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { HealthPage } from './health.page.tsx'

const wire = wireOfEach()
beforeEach(() => {
  const place = { timezone: 'Asia/Tashkent', timezone_name: 'Ташкент, UTC+5', hours: null, city: null }
  const restaurant = { ...place, archived_at: null, people: 3, chain: null, groups: [] }
  wire.answer(listAdminRestaurants, { restaurants: [{ ...restaurant, id: '7', name: 'Самса Хаус' }] })
  wire.answer(getRestaurantHealth, {
    ...{ name: 'Самса Хаус', usual: null, repeats: [], absent: { total: 0, first: [] } },
    weeks: [{ begins: '2026-11-23', tickets: 2 }],
    unread: {
      total: 1,
      oldest: [{ id: '5', number: 1005, author: 'Тимур', answered_at: '2026-11-24T10:00:00.000Z' }],
    },
  })
})
const links = () => [...document.querySelectorAll('li a')].map((one) => one.getAttribute('href'))

test.each([
  ['manager', ['/7/tickets/5']],
  ['agent', ['/tickets/5']],
  ['admin', []],
] as const)('what nobody read leads a %s to where they may read it', async (role, where) => {
  openScreen(wire, <HealthPage />, '/admin/health', [role])
  await says('Тикет №1005')
  await says('Все хотя бы раз входили.')
  expect(links().filter((href) => href?.endsWith('tickets/5'))).toEqual(where)
})
