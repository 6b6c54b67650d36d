import { Refusal } from '@podmoga/contract/refusals'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectToCopy, endCopy } from '../backup/copy-rows.ts'
import { openWorld, type TestWorld } from '../testing.ts'
import { expectSound, openTicketWorld, reply, writeTicket } from '../tickets/tickets.testing.ts'
import { endCapture, markMoved, startCapture } from './capture.ts'
import type { Cell } from './cell.ts'
import { makeCell, moveBetween } from './cells.testing.ts'
import { listTables } from './describe.ts'
import { removeBusiness } from './remove-business.ts'

let t: Awaited<ReturnType<typeof openTicketWorld>>
let there: TestWorld
let from: Cell
let to: Cell
let ticket: string

beforeEach(async () => {
  t = await openTicketWorld()
  there = await openWorld({ RATE_LIMITS: 'off' }, { like: t.world })
  from = await makeCell(t.world, 0n)
  to = await makeCell(there, 1n)
  ticket = (await writeTicket(t.D, 'Тикет бизнеса, который переезжает')).id
})
afterEach(async () => {
  await t.world.close()
  await there.close()
})

const networksOf = async ({ sql }: TestWorld): Promise<string[]> =>
  (await sql<{ network: string }[]>`select network from businesses where network is not null order by 1`).map(
    ({ network }) => network,
  )
const isAway = (error: unknown): boolean => error instanceof Refusal && error.code === 'unavailable'

test('if switching the routing failed, the next run switches it before it removes the rows', async () => {
  const fails = async () => {
    throw new Error('nginx is away')
  }
  await expect(moveBetween(from, to, ['n2'], { lead: fails })).rejects.toThrow('nginx is away')
  expect([await networksOf(t.world), await networksOf(there)]).toEqual([['n1', 'n2'], ['n2']])
  // The old cell accepts no writes of this business any more, however long that lasts; other businesses continue.
  await expect(reply(t.D, ticket, 'Сюда нельзя')).rejects.toSatisfy(isAway)
  await writeTicket(t.A, 'Другой бизнес пишет')
  await expect(moveBetween(from, to, ['n1'])).rejects.toThrow(/не закончен: сети n2 в клетку 1/)
  const lines: string[] = []
  expect(await moveBetween(from, to, ['n2'], { report: (line) => lines.push(line) })).toBeNull()
  expect(lines[0]).toContain('заканчиваем')
  expect([await networksOf(t.world), await networksOf(there)]).toEqual([['n1'], ['n2']])
  await expectSound(t.world)
  await expectSound(there)
})

test('a business marked as moved whose rows were not committed is moved again, with its changes', async () => {
  const client: pg.Client = await connectToCopy(t.world.sql.connection)
  const tables = await listTables(client)
  const ids = `'{${t.walls.businesses.n2}}'::bigint[]`
  await startCapture(client, tables, ids, { networks: ['n2'], cell: '1' })
  await reply(t.D, ticket, 'Записано до отметки')
  await markMoved(client)
  endCopy(client)
  await expect(reply(t.D, ticket, 'Сюда нельзя')).rejects.toSatisfy(isAway)
  const moved = await moveBetween(from, to, ['n2'])
  expect(moved?.tables.get('messages')).toBe(2)
  expect([await networksOf(t.world), await networksOf(there)]).toEqual([['n1'], ['n2']])
})

test('removing moved rows does not scan other businesses’ rows for each of them', async () => {
  await writeTicket(t.A, 'Другой бизнес пишет')
  await t.world.sql`
    insert into messages (ticket_id, position, author_id, from_support, text, created_at)
    select ${ticket}, 100 + n, author_id, false, 'Строка ' || n, now() from tickets, generate_series(1, 200) n where id = ${ticket}`
  const client: pg.Client = await connectToCopy(t.world.sql.connection)
  const scans = async (): Promise<number> => {
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query<{ scans: number }>(
      `select seq_scan::int as scans from pg_stat_user_tables where relname = 'ticket_events'`,
    )
    return rows[0]?.scans ?? Number.NaN
  }
  const tables = await listTables(client)
  const id = String(t.walls.businesses.n2)
  await startCapture(client, tables, `'{${id}}'::bigint[]`, { networks: ['n2'], cell: '1' })
  await markMoved(client)
  // As left by a killed removal.
  await client.query('create index podmoga_moving_1 on ticket_events (note_id)')
  // The test is whether an index exists; for three rows the planner would not use it.
  await client.query('set enable_seqscan = off')
  const before = await scans()
  await removeBusiness(from, client, tables, [id])
  expect((await scans()) - before).toBeLessThan(20)
  const { rows } = await client.query(`select from pg_indexes where indexname like 'podmoga_moving%'`)
  expect([await networksOf(t.world), rows]).toEqual([['n1'], []])
  await endCapture(client, tables)
  endCopy(client)
  await expectSound(t.world)
})
