import { createTicket, getLimits, getTicket } from '@podmoga/contract/tickets'
import { expect, test } from 'vitest'
import { answer, useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'
import { addVersion, listVersionRows } from '../levels/levels.sql.ts'
import { countPromises } from './promise.job.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const t = useTicketWorld()

/** Creates tickets for the last four weeks, one every twenty minutes, each answered after `minutes`. */
const writePast = async (minutes: number) => {
  const { sql, clock } = t.world
  const { r11, businesses, A, agent } = t.walls
  await sql`
    with made as (
      insert into tickets (restaurant_id, business_id, number, author_id, category, created_at, last_message_at, status,
        message_count, last_from_support, closed_at)
      select ${r11}, ${businesses.n1}, 100000 + row_number() over (), ${A.id}, 'other', at, at + interval '1 hour', 'processed', 2,
        true, at + interval '1 hour'
      from generate_series(${clock.now()}::timestamptz - interval '27 days', ${clock.now()}::timestamptz - interval '1 day',
        interval '20 minutes') at
      returning id, created_at
    )
    insert into messages (ticket_id, position, author_id, from_support, text, created_at)
    select id, position, case position when 1 then ${A.id}::bigint else ${agent.id}::bigint end, position = 2, 'Слова',
      created_at + case position when 1 then interval '0' else ${minutes} * interval '1 minute' end
    from made, generate_series(1, 2) position`
}
const count = async () => {
  const { sql, clock } = t.world
  const { promises } = countPromises({
    sql,
    clock,
    closing: new AbortController().signal,
    versionRowsOf: (business_id) => listVersionRows(sql, business_id),
  })
  clock.move(DAY + MINUTE)
  const now = clock.now()
  const claim = { now, lease_until: new Date(now.getTime() + MINUTE), limit: 10 }
  expect(await promises.batch(claim)).toBe(false)
  // Another server finds nothing to do.
  const [row] = await sql`select count(*)::int as due from service_promises where due_at <= ${now}`
  expect(row).toEqual({ due: 0 })
}
/** Sets hours so that support opens in two hours, for an hour. Returns when it opens. */
const closeNow = async () => {
  const { sql, clock } = t.world
  const opens = new Date(clock.now().getTime() + 120 * MINUTE)
  const at = (by: number) => new Date(opens.getTime() + by * MINUTE).toISOString().slice(11, 16)
  await sql.begin((tx) =>
    addVersion(tx, t.walls.businesses.n1, {
      valid_from: clock.now(),
      targets: [],
      shifts: [{ zone: 'Etc/UTC', week: Array<string>(7).fill(`${at(0)}-${at(60)}`) }],
      usual_week: null,
      days_off: [],
      group_members: null,
    }),
  )
  return new Date(opens.setUTCSeconds(0, 0)).toISOString()
}
const limits = () => t.A.call(getLimits, {})
const ticket = async (id: string) => {
  const { promise, opens_at } = await t.A.call(getTicket, { params: { ticketId: id } })
  return { promise, opens_at }
}

test('staff are told what support has usually kept, in the form and in a ticket that waits, and nothing once it is late', async () => {
  expect(await limits()).toMatchObject({ promise: null, promises: {}, opens_at: null })
  const id = await writeTicket(t.A, 'Ждёт').then((one) => one.id)
  // The hours of the business are stored once its first event has been handled.
  await expect.poll(() => listVersionRows(t.world.sql, t.walls.businesses.n1)).toHaveLength(1)
  await writePast(11)
  await count()
  expect(await limits()).toMatchObject({ promise: 12, promises: { other: 12 }, opens_at: null })
  expect(await ticket(id)).toEqual({ promise: undefined, opens_at: undefined })
  const made = await t.A.call(createTicket, {
    form: { category: 'other', topic: '', initial_message: 'Ждёт' },
  })
  const other = String(made.id)
  expect(await ticket(other)).toEqual({ promise: 12, opens_at: null })
  // An outsider gets no promise.
  await expect(t.D.call(getTicket, { params: { ticketId: other } })).rejects.toThrow()
  expect(await t.D.call(getLimits, {})).toMatchObject({ promise: null, promises: {} })
  t.world.clock.move(13 * MINUTE)
  expect(await ticket(other)).toEqual({ promise: undefined, opens_at: undefined })
  await answer(t.agent, other, 'Ответ')
  expect(await ticket(other)).toEqual({ promise: undefined, opens_at: undefined })
  const opens_at = await closeNow()
  t.world.clock.move(2 * MINUTE)
  expect(await limits()).toMatchObject({ promise: 12, opens_at })
})
