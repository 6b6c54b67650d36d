// The guarantee behind every cursor: a reader that has seen an event of a business has missed none before it. Writers of this
// release and of the previous one, over several servers' connections, with slow and failing transactions.
import { openSql, type Sql, type TransactionSql } from '@podmoga/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedWalls } from '../../session/session.testing.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { addTicket } from '../tickets.write.sql.ts'
import { listDeskEvents } from './desk.sql.ts'
import { addEvent, addTicketEvents, listEvents } from './events.sql.ts'

const WRITERS = 12
const EACH = 25
/** Small pages: sooner or later a cursor stops between any two events. */
const BITE = 7

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedWalls>>
const servers: Sql[] = []

beforeAll(async () => {
  world = await openWorld()
  walls = await seedWalls(world.sql)
  for (let at = 0; at < 2; at += 1) servers.push(openSql(world.sql.connection, 8))
})
afterAll(async () => {
  await Promise.all(servers.map((sql) => sql.end({ timeout: 1 })))
  await world.close()
})

const newTicket = (sql: Sql): Promise<string> =>
  sql.begin(async (tx) => {
    const { r11: restaurant_id, A, businesses } = walls
    const draft = {
      restaurant_id,
      business_id: businesses.n1,
      author_id: A.id,
      category: 'other',
      topic: null,
    }
    return (await addTicket(tx, { ...draft, text: 'Не печатает', now: new Date() }, [])).id
  })

/** Writes an event as the previous release does: in mid-transaction, holding the business's lock from then on. */
const addFormerEvent = async (tx: TransactionSql, ticket_id: string): Promise<void> => {
  await tx`
    with place as (
      select restaurant_id, business_id from tickets where id = ${ticket_id}
    ), turn as materialized (
      select pg_advisory_xact_lock(hashtextextended('ticket_events', business_id)), restaurant_id, business_id from place
    )
    insert into ticket_events (restaurant_id, business_id, ticket_id, kind, created_at)
    select restaurant_id, business_id, ${ticket_id}::bigint, 'ticket', now() from turn`
}

const dawdle = (tx: TransactionSql) => tx`select pg_sleep(random() * 0.012)`

/** One write transaction; every seventh is rolled back. */
const write = async (sql: Sql, ticket_id: string, at: number): Promise<void> => {
  const isUndone = at % 7 === 6
  const now = new Date()
  const work = sql.begin(async (tx) => {
    await tx`select from tickets where id = ${ticket_id} for no key update`
    await dawdle(tx)
    if (at % 3 === 0) await addFormerEvent(tx, ticket_id)
    else if (at % 3 === 1) addEvent(tx, { kind: 'ticket', ticket_id, now })
    else addTicketEvents(tx, { ticket_ids: [ticket_id], now, desk_only: false })
    if (at % 5 === 0) addEvent(tx, { kind: 'ticket', ticket_id, now })
    await dawdle(tx)
    if (isUndone) throw new Error('another mind')
  })
  await (isUndone ? expect(work).rejects.toThrow('another mind') : work)
}

/** Follows a cursor until the writers have finished; returns the ids in the order received. */
const follow = async (
  list: (after: string) => Promise<readonly { id: string }[]>,
  after: string,
  isOver: () => boolean,
): Promise<string[]> => {
  const received_ids: string[] = []
  for (;;) {
    const wasOver = isOver()
    const events = await list(received_ids.at(-1) ?? after)
    received_ids.push(...events.map(({ id }) => id))
    if (wasOver && events.length === 0) return received_ids
  }
}

test('a cursor gets every event of concurrent writers of two releases, once and in order', async () => {
  const [one, other] = servers as [Sql, Sql]
  const tickets = await Promise.all(Array.from({ length: WRITERS }, () => newTicket(one)))
  const [start] = await one<{ id: string }[]>`select max(id) as id from ticket_events`
  const after = start?.id ?? '0'
  let isOver = false
  const where = { business_id: walls.businesses.n1, restaurant_id: walls.r11, limit: BITE }
  const readers = [one, other, world.sql].flatMap((sql) => [
    follow(
      (seen) => listDeskEvents(sql, { ...where, after: seen }),
      after,
      () => isOver,
    ),
    follow(
      (seen) => listEvents(sql, { ...where, after: seen }),
      after,
      () => isOver,
    ),
  ])
  await Promise.all(
    tickets.map(async (ticket_id, writer) => {
      for (let at = 0; at < EACH; at += 1) await write(writer % 2 === 0 ? one : other, ticket_id, writer + at)
    }),
  )
  isOver = true
  const rows = await one<{ id: string }[]>`select id from ticket_events where id > ${after} order by id`
  expect(rows.length).toBeGreaterThan(WRITERS * EACH * 0.8)
  const all = rows.map(({ id }) => id)
  for (const received_ids of await Promise.all(readers)) expect(received_ids).toEqual(all)
})

test('a transaction that has added its event and goes on blocks no other', async () => {
  const [one, other] = servers as [Sql, Sql]
  const [slow, quick] = [await newTicket(one), await newTicket(one)]
  const event = (ticket_id: string) => ({ kind: 'ticket', ticket_id, now: new Date() }) as const
  const [start] = await one<{ id: string }[]>`select max(id) as id from ticket_events`
  const go = Promise.withResolvers<undefined>()
  const added = Promise.withResolvers<undefined>()
  const dawdling = one.begin(async (tx) => {
    addEvent(tx, event(slow))
    await tx`update tickets set priority = 'high' where id = ${slow}`
    added.resolve(undefined)
    await go.promise
  })
  await added.promise
  await other.begin((tx) => addEvent(tx, event(quick)))
  go.resolve(undefined)
  await dawdling
  const events = await one<{ ticket_id: string }[]>`
    select ticket_id from ticket_events where id > ${start?.id ?? '0'} order by id`
  expect(events.map(({ ticket_id }) => ticket_id)).toEqual([quick, slow])
})
