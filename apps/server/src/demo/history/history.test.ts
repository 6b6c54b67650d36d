import { getRestaurantHealth } from '@podmoga/contract/desk/health'
import { getQuality, listQuality, listRatingWords } from '@podmoga/contract/desk/quality'
import { getTicketClock } from '@podmoga/contract/desk/service'
import { listQueue } from '@podmoga/contract/desk/tickets'
import { getLimits, listTickets } from '@podmoga/contract/tickets'
import { expect, onTestFinished, test } from 'vitest'
import { listVersionRows } from '../../service/levels/levels.sql.ts'
import { countPromises } from '../../service/promise/promise.job.ts'
import { openWorld } from '../../testing.ts'
import { expectSound } from '../../tickets/tickets.testing.ts'
import { makeHistory } from './make-history.ts'
import { seedHistory } from './seed-history.ts'

/** The service level is `soon` when 20% of the time is left. */
const SOON_PART = 0.8

test('the history is deterministic, ordered, and all in the past', () => {
  const now = Date.parse('2026-11-24T05:00:00Z')
  const people = { authors: 3, agents: 2 }
  const past = makeHistory(now, people)
  expect(makeHistory(now, people)).toEqual(past)
  expect(past.length).toBeGreaterThan(280)
  let before = 0
  for (const { messages, closed_at, rating } of past) {
    const times = messages.map(({ at }) => at)
    expect(times.toSorted((one, other) => one - other)).toEqual(times)
    expect(times[0]).toBeGreaterThanOrEqual(before)
    before = times[0] ?? 0
    expect(messages.at(-1)).toMatchObject({ from_support: true })
    expect(closed_at).toBeGreaterThan(times.at(-1) ?? 0)
    expect(Math.max(closed_at, rating?.at ?? 0)).toBeLessThan(now)
  }
})

test('the demo with its history is consistent, seeding it twice changes nothing, and figures and levels are computed from it', async () => {
  const world = await openWorld({ SEED: 'demo', ACCESS_TOKEN_SECONDS: '604800' })
  onTestFinished(() => world.close())
  const { sql, clock } = world
  const login = async (name: string, password: string, restaurant_id?: string) =>
    world.as({
      token: await world.signIn(`${name}@demo.test`, password),
      ...(restaurant_id === undefined ? {} : { restaurant_id }),
    })
  const cook = await login('aziza', 'Demo-pass-1', '1')
  const agent = await login('agent', 'Demo-agent-1')
  const admin = await login('admin', 'Demo-admin-1')
  const facts = async () => ({
    open: (await agent(listQueue, {})).total_items,
    of_restaurant: (await cook(listTickets, { query: { status: 'processed' } })).total_items,
  })
  const before = await facts()
  await seedHistory(world)
  await seedHistory(world)
  expect(await facts()).toEqual(before)
  await expectSound(world)
  const { results: open } = await agent(listQueue, {})
  const running = await Promise.all(
    open.map(async ({ id }) => (await agent(getTicketClock, { params: { ticketId: id } })).duties),
  )
  // The levels of the tickets waiting for support; they must not depend on the hour.
  const levels = running.flat().flatMap(({ due_at, spent, target, is_late }) => {
    if (due_at === null || target === null) return []
    return [is_late ? 'late' : spent >= target * SOON_PART ? 'soon' : 'ok']
  })
  expect(levels.toSorted()).toEqual(['late', 'ok', 'ok', 'soon'])
  const [made] = await sql<{ id: string; business_id: string; tickets: number }[]>`
    select r.id, r.business_id, (select count(*)::int from tickets t where t.restaurant_id = r.id) as tickets
    from restaurants r where r.name = 'Самса Хаус'`
  if (made === undefined) throw new Error('there is no restaurant')
  expect(made.tickets).toBeGreaterThan(280)

  // Promises were already counted once, before the history existed.
  clock.move(25 * 3_600_000)
  await countPromises({
    sql,
    clock,
    closing: new AbortController().signal,
    versionRowsOf: (business_id) => listVersionRows(sql, business_id),
  }).promises.batch({ now: clock.now(), lease_until: clock.now(), limit: 10 })
  const [kept] = await sql<{ hours: Record<string, number>[] }[]>`
    select hours from service_promises where business_id = ${made.business_id}`
  const promised_hours = (kept?.hours ?? []).filter((hour) => Object.keys(hour).length > 0)
  expect(promised_hours.length).toBeGreaterThan(20)
  expect(await cook(getLimits, {})).toHaveProperty('promise')

  expect((await agent(listQuality, {})).results.length).toBeGreaterThan(3)
  expect((await agent(listRatingWords, {})).results).toHaveLength(20)
  expect((await admin(getQuality, {})).waiting).toBeGreaterThan(10)
  const health = await admin(getRestaurantHealth, { params: { restaurantId: made.id } })
  expect(health.usual).toBeGreaterThan(50)
  expect(health.repeats).toHaveLength(5)
  expect(health.unread.total).toBe(4)
  expect(health.absent).toMatchObject({ total: 1, first: [{ name: 'Севара Турсунова' }] })
})
