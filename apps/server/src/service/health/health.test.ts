import type { Call } from '@podmoga/contract/client'
import { getRestaurantHealth } from '@podmoga/contract/desk/health'
import { readMessages } from '@podmoga/contract/tickets'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addPerson } from '../../session/session.testing.ts'
import { answer, useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'

const WEEK = 7 * 24 * 3_600_000
const t = useTicketWorld()
let manager: Call

beforeAll(async () => {
  const { n1 } = t.walls.businesses
  const { id, login } = await addPerson(t.world.sql, {
    business_id: n1,
    email: 'head@walls.test',
    restaurants: [t.walls.r11],
  })
  await t.world.sql`update memberships set role = 'manager' where person_id = ${id}`
  manager = t.world.as({ token: await t.world.signIn(login) })
})

const health = (restaurantId: string) => manager(getRestaurantHealth, { params: { restaurantId } })

test('a manager sees weeks against their own past, what repeats, what nobody read and who never came', async () => {
  const { r11, r12, r21, businesses } = t.walls
  // 1, 2, 3, 4 tickets in four weeks, and one in the week that is not over.
  for (const count of [1, 2, 3, 4]) {
    for (let at = 0; at < count; at += 1) await writeTicket(t.A, 'Касса не печатает чек')
    t.world.clock.move(WEEK)
  }
  const { id, number } = await writeTicket(t.A, 'Последний')
  await writeTicket(t.A12, 'В другом ресторане')
  const { id: message } = await answer(t.agent, id, 'Ответ')
  await addPerson(t.world.sql, {
    business_id: businesses.n1,
    email: 'never@walls.test',
    first_name: 'Шерзод',
    restaurants: [r11],
  })
  const seen = await health(r11)
  expect(seen.weeks.map(({ tickets }) => tickets).slice(-5)).toEqual([1, 2, 3, 4, 1])
  expect(seen.weeks).toHaveLength(9)
  expect(seen.usual).toBe(2.5)
  // The tickets of the last 28 days and of the 28 days before make eleven together.
  expect(seen.repeats).toMatchObject([{ about: 'Касса' }])
  const [repeat] = seen.repeats
  expect((repeat?.tickets ?? 0) + (repeat?.before ?? 0)).toBe(11)
  expect(seen.unread).toMatchObject({ total: 1, oldest: [{ id, number }] })
  expect(seen.absent.first).toContainEqual({ name: 'Шерзод', is_invited: false })
  expect(JSON.stringify(seen.absent)).not.toContain('head@walls')

  await t.A.call(readMessages, { body: { ids: [message] } })
  expect((await health(r11)).unread).toEqual({ total: 0, oldest: [] })
  for (const other of [r12, r21, '999999', 'x'])
    expect((await refusalOf(health(other))).code).toBe('not_found')
  const cook = t.A.call(getRestaurantHealth, { params: { restaurantId: r11 } })
  expect((await refusalOf(cook)).code).toBe('forbidden')
})
