import { mergeTicket, unmergeTicket } from '@podmoga/contract/desk/relations'
import { getRules, setRules } from '@podmoga/contract/desk/rules'
import { reopenTicket } from '@podmoga/contract/desk/tickets'
import { editTicket } from '@podmoga/contract/desk/work'
import { rateTicket } from '@podmoga/contract/tickets'
import { afterEach, expect, test, vi } from 'vitest'
import { addPerson } from '../../session/session.testing.ts'
import { answer, useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'
import { takeFacts } from './facts.sql.ts'
import { checkFigures } from './figures.check.ts'
import { counted } from './figures.testing.ts'
import { COUNTS, type Counts, moveModels } from './periods.sql.ts'

const MINUTE = 60_000
const t = useTicketWorld()

/** Returns the stored sums of a side by days; they must equal those by months. */
const sums = async (side: string, key: string) => {
  const of = async (span: string) => {
    const rows = await t.world.sql<Counts[]>`
      select * from figure_periods
      where business_id = ${t.walls.businesses.n1} and side = ${side} and key = ${key} and span = ${span}`
    const sum = (what: (typeof COUNTS)[number]) => rows.reduce((so_far, row) => so_far + row[what], 0)
    return Object.fromEntries(COUNTS.map((what) => [what, sum(what)]).filter(([, n]) => n !== 0))
  }
  const days = await of('day')
  expect(await of('month')).toEqual(days)
  return days
}
afterEach(async () => {
  await counted(t.world)
  expect((await checkFigures(t.world.sql)).findings).toEqual([])
})

test('what happens to tickets is counted once, on every side, and follows what stands in them', async () => {
  const one = await writeTicket(t.A)
  const other = await writeTicket(t.A12)
  t.world.clock.move(7 * MINUTE + 20_000)
  await answer(t.agent, one.id, 'Смотрим')
  t.world.clock.move(MINUTE)
  await answer(t.agent, one.id, 'Готово', { close: 'true' })
  await t.A.call(rateTicket, { params: { ticketId: one.id }, body: { score: 'bad', word: 'Долго' } })
  await counted(t.world)
  expect(await sums('all', '')).toEqual({ opened: 2, first: 1, solved: 1, answer: 2, bad: 1 })
  expect(await sums('restaurant', t.walls.r12)).toEqual({ opened: 1 })
  expect(await sums('topic', 'pos')).toMatchObject({ opened: 2, bad: 1 })
  const timed = await t.world.sql<{ what: string; minutes: number }[]>`
    select what, minutes from figure_facts where what in ('first', 'solved') order by what`
  expect(timed).toEqual([
    { what: 'first', minutes: 7 },
    // In between support had answered last, so the clock was stopped.
    { what: 'solved', minutes: 7 },
  ])
  await t.agent.call(reopenTicket, { params: { ticketId: one.id } })
  await t.agent.call(editTicket, { params: { ticketId: other.id }, body: { category: 'other' } })
  await counted(t.world)
  expect(await sums('all', '')).toEqual({ opened: 2, first: 1, answer: 2, bad: 1, reopened: 1 })
  expect(await sums('category', 'other')).toEqual({ opened: 1 })
  const third = await writeTicket(t.A)
  await t.agent.call(mergeTicket, { params: { ticketId: third.id }, body: { into: one.id } })
  await counted(t.world)
  expect(await sums('all', '')).toMatchObject({ opened: 2 })
  await t.agent.call(unmergeTicket, { params: { ticketId: third.id } })
  await counted(t.world)
  expect(await sums('all', '')).toMatchObject({ opened: 3 })
})

test('an automatic answer is none of support’s: no answer, no first one, and none by whoever keeps the rules', async () => {
  const { n1: business_id } = t.walls.businesses
  const desk = [{ role: 'admin' as const, business_id }]
  const head = await addPerson(t.world.sql, { business_id, email: 'head@walls.test', desk })
  const admin = t.world.as({ token: await t.world.signIn(head.login) })
  const none = { restaurant_ids: [], categories: [], priorities: [], tags: [], score: null }
  const acts = { assignee: null, group: null, tags: [], priority: null, note: null, tell_ids: [] }
  const rule = { id: null, name: 'Ответ', is_on: true, when: 'created' as const, minutes: null }
  const conditions = { words: ['автоответчик'], ...none }
  const { version } = await admin(getRules, {})
  await admin(setRules, {
    body: { version, rules: [{ ...rule, conditions, acts: { ...acts, text: 'Смотрим' } }] },
  })
  const before = await sums('all', '')
  const { id } = await writeTicket(t.A, 'Здесь автоответчик?')
  const automatic = () => t.world.sql`select author_id from messages where ticket_id = ${id} and is_automatic`
  await vi.waitFor(async () => expect(await automatic()).toEqual([{ author_id: head.id }]))
  await counted(t.world)
  expect(await sums('all', '')).toEqual({ ...before, opened: (before.opened ?? 0) + 1 })
  expect(await sums('agent', head.id)).toEqual({})
  t.world.clock.move(9 * MINUTE + 20_000)
  await answer(t.agent, id, 'Готово')
  await counted(t.world)
  const [first] = await t.world
    .sql`select minutes from figure_facts where ticket_id = ${id} and what = 'first'`
  expect(first).toEqual({ minutes: 9 })
})

test('periods are built from the facts that the previous release counted', async () => {
  const { sql } = t.world
  const { n1 } = t.walls.businesses
  const before = await sums('all', '')
  expect(before.opened).toBeGreaterThan(2)
  await sql`delete from figure_periods where business_id = ${n1}`
  await sql`update figure_cursors set is_built = false where business_id = ${n1}`
  await writeTicket(t.A)
  await vi.waitFor(async () => {
    const [cursor] = await sql<{ is_built: boolean }[]>`
      select is_built from figure_cursors where business_id = ${n1}`
    expect(cursor?.is_built).toBe(true)
  })
  await counted(t.world)
  expect(await sums('all', '')).toEqual({ ...before, opened: (before.opened ?? 0) + 1 })
})

test('a device that is called something else takes its figures along', async () => {
  const { sql } = t.world
  const about = async (code: string): Promise<string> => {
    const { id } = await writeTicket(t.A)
    await sql`
      with made as (
        insert into devices (business_id, restaurant_id, code, kind, name, model, serial, place, created_at)
        values (${t.walls.businesses.n1}, ${t.walls.r11}, ${code}, 'printer', 'У кассы', 'TM-T20', '', '', now()) returning id
      ) insert into device_tickets (ticket_id, device_id) select ${id}, id from made`
    t.world.clock.move(5 * MINUTE)
    await answer(t.agent, id, 'Готово', { close: 'true' })
    return id
  }
  await about('moved')
  await about('stays')
  await counted(t.world)
  const one = { opened: 1, first: 1, solved: 1, answer: 1 }
  const two = { opened: 2, first: 2, solved: 2, answer: 2 }
  expect(await sums('model', 'TM-T20')).toEqual(two)
  expect(await moveModels(sql)).toBe(0)
  await sql`update devices set model = 'TM-T88' where code = 'moved'`
  expect(await moveModels(sql)).toBe(1)
  expect(await sums('model', 'TM-T20')).toEqual(one)
  expect(await sums('model', 'TM-T88')).toEqual(one)
  expect(await sums('kind', 'printer')).toEqual(two)
  expect((await checkFigures(sql)).findings).toEqual([])
  await sql`update devices set model = '', kind = 'till' where code = 'moved'`
  await moveModels(sql)
  expect(await sums('model', 'TM-T88')).toEqual({})
  expect([await sums('kind', 'printer'), await sums('kind', 'till')]).toEqual([one, one])
})

test('a ticket into which one about a device was merged counts for the device', async () => {
  const { sql } = t.world
  const [own, between, stays] = [await writeTicket(t.A), await writeTicket(t.A), await writeTicket(t.A)]
  await sql`
    with made as (
      insert into devices (business_id, restaurant_id, code, kind, name, model, serial, place, created_at)
      values (${t.walls.businesses.n1}, ${t.walls.r11}, 'merged', 'scanner', 'Склад', 'DS2208', '', '', now()) returning id
    ) insert into device_tickets (ticket_id, device_id) select ${own.id}, id from made`
  await counted(t.world)
  expect(await sums('model', 'DS2208')).toEqual({ opened: 1 })
  for (const [ticketId, into] of [
    [own.id, between.id],
    [between.id, stays.id],
  ] as const)
    await t.agent.call(mergeTicket, { params: { ticketId }, body: { into } })
  await answer(t.agent, stays.id, 'Готово')
  await counted(t.world)
  expect(await sums('model', 'DS2208')).toMatchObject({ opened: 1, first: 1 })
  expect((await checkFigures(sql)).findings).toEqual([])
})

test('an erased ticket is subtracted from the figures; corrupted sums are reported and recounted in the next walk', async () => {
  const { sql } = t.world
  const { id } = await writeTicket(t.B)
  await counted(t.world)
  const before = await sums('all', '')
  await sql.begin((tx) => takeFacts(tx, [id]))
  expect(await sums('all', '')).toEqual({ ...before, opened: (before.opened ?? 0) - 1 })
  expect((await checkFigures(sql)).findings).toEqual([
    { kind: 'figure_facts_wrong', detail: `тикет ${id}: opened` },
  ])
  await sql`update figure_periods set answer = answer + 1 where side = 'hour'`
  expect((await checkFigures(sql)).findings).toContainEqual(
    expect.objectContaining({
      kind: 'figure_wrong',
      detail: expect.stringMatching(/hour .* answer \d, а не/),
    }),
  )
  await sql`update figure_periods set first_minutes = first_minutes || first_minutes where side = 'all'`
  expect((await checkFigures(sql)).findings).toContainEqual(
    expect.objectContaining({ detail: expect.stringMatching(/: all .*: first_minutes$/) }),
  )
  await sql`update figure_cursors set walked_to = 0, is_check = true, wrong = 0`
  await writeTicket(t.A)
  await counted(t.world)
  // Sums are corrected after the walk.
  await expect.poll(async () => (await checkFigures(sql)).findings).toEqual([])
  expect(await sums('all', '')).toEqual({ ...before, opened: (before.opened ?? 0) + 1 })
})
