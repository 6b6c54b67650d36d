import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskFiles } from '../../ports/disk-files.ts'
import type { Files } from '../../ports/files.ts'
import { addBusiness, addPerson, addRestaurant } from '../../session/session.testing.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { demoFiles } from './files.ts'
import { seedTickets } from './seed-tickets.ts'
import { demoTickets } from './tickets.ts'

let world: TestWorld
let files: Files
let people: Record<'aziza' | 'timur', string>
let took = 0

beforeAll(async () => {
  world = await openWorld()
  const { sql } = world
  files = await diskFiles(join(world.config.DATA_DIR, 'files'))
  const business_id = await addBusiness(sql, { network: 'demo' })
  const restaurants: string[] = []
  for (const name of ['Чайхана Навруз', 'Плов Центр', 'Кофейня Регистан'])
    restaurants.push(await addRestaurant(sql, { business_id, name }))
  expect(restaurants).toEqual(['1', '2', '3'])
  const aziza = await addPerson(sql, { business_id, email: 'aziza@demo.test', restaurants })
  const timur = await addPerson(sql, { business_id, email: 'timur@demo.test', restaurants: ['2'] })
  await addPerson(sql, { business_id, email: 'agent@demo.test', desk: [{ role: 'agent', business_id }] })
  people = { aziza: aziza.id, timur: timur.id }
  const before = performance.now()
  await seedTickets({ ...world, files })
  took = performance.now() - before
})
afterAll(() => world.close())

test('every ticket and message is there, in both states, and it takes less than 3 seconds', async () => {
  const [made] = await world.sql`
    select (select count(*)::int from tickets) as tickets, (select count(*)::int from messages) as messages,
      (select count(*)::int from tickets where status = 'processed') as processed,
      (select max(number) - min(number) + 1 from tickets) as numbers`
  expect(made).toEqual({
    tickets: demoTickets.length,
    messages: demoTickets.reduce((sum, ticket) => sum + 1 + ticket.conversation.length, 0),
    processed: demoTickets.filter((ticket) => ticket.status === 'processed').length,
    numbers: demoTickets.length,
  })
  expect(took).toBeLessThan(25_000)
})

test('every demo file hangs at its message and its bytes are whole', async () => {
  const rows = await world.sql<{ file_name: string; file_key: string; size: number; content_type: string }[]>`
    select a.file_name, a.file_key, a.size::int, a.content_type from attachments a
    join stored_files f on f.key = a.file_key and f.attached_at is not null and f.size = a.size`
  expect(rows.map((row) => row.file_name).sort()).toEqual(demoFiles.map((file) => file.file_name).sort())
  for (const row of rows) {
    const opened = await files.open(row.file_key)
    const bytes = Buffer.concat(await (opened?.stream.toArray() ?? []))
    expect(bytes.length, row.file_name).toBe(row.size)
    const head = row.content_type === 'application/pdf' ? '%PDF-' : '\u0089PNG'
    expect(bytes.toString('latin1', 0, head.length)).toBe(head)
  }
})

test('both employees have a few unread answers, and counters agree with a recount', async () => {
  const unread = await world.sql<{ person_id: string; restaurant_id: string; items: number }[]>`
    select person_id, restaurant_id, count(*)::int as items from unread_messages group by 1, 2`
  const of = (person_id: string, restaurant_id: string) =>
    unread.find((row) => row.person_id === person_id && row.restaurant_id === restaurant_id)?.items ?? 0
  expect(of(people.aziza, '1')).toBeGreaterThan(1)
  expect(of(people.aziza, '1')).toBeLessThan(10)
  expect(of(people.timur, '2')).toBeGreaterThan(0)
  expect(of(people.timur, '2')).toBeLessThan(10)
  const counted =
    await world.sql`select restaurant_id, status, items, waiting from ticket_counts order by 1, 2`
  const recounted = await world.sql`
    select restaurant_id, status, count(*)::int as items, count(waiting_since)::int as waiting from tickets
    group by 1, 2 order by 1, 2`
  expect([...counted]).toEqual([...recounted])
})
