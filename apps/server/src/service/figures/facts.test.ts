import { mergeTicket, unmergeTicket } from '@podmoga/contract/desk/relations'
import { reopenTicket } from '@podmoga/contract/desk/tickets'
import { editTicket } from '@podmoga/contract/desk/work'
import { rateTicket } from '@podmoga/contract/tickets'
import { afterEach, expect, test } from 'vitest'
import { answer, useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'
import { takeFacts } from './facts.sql.ts'
import { checkFigures } from './figures.check.ts'
import { counted } from './figures.testing.ts'

const MINUTE = 60_000
const t = useTicketWorld()

const sums = async (side: string, key: string) =>
  Object.fromEntries(
    (
      await t.world.sql<{ what: string; n: number }[]>`
        select what, sum(n)::int as n from figure_sums
        where business_id = ${t.walls.businesses.n1} and side = ${side} and key = ${key}
        group by what having sum(n) <> 0 order by what`
    ).map(({ what, n }) => [what, n]),
  )
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
    // Support had the last word in between: nobody waited for it.
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

test('a ticket that goes takes its figures along; what was spoilt is told, and counted anew in the next walk', async () => {
  const { sql } = t.world
  const { id } = await writeTicket(t.B)
  await counted(t.world)
  const before = await sums('all', '')
  await sql.begin((tx) => takeFacts(tx, [id]))
  expect(await sums('all', '')).toEqual({ ...before, opened: (before.opened ?? 0) - 1 })
  expect((await checkFigures(sql)).findings).toEqual([
    { kind: 'figure_facts_wrong', detail: `тикет ${id}: opened` },
  ])
  await sql`update figure_sums set n = n + 1 where side = 'hour' and what = 'answer'`
  expect((await checkFigures(sql)).findings).toContainEqual(
    expect.objectContaining({ kind: 'figure_wrong', detail: expect.stringContaining('answer hour') }),
  )
  await sql`update figure_sums set n = n - 1 where side = 'hour' and what = 'answer'`
  await sql`update figure_cursors set walked_to = 0, is_check = true, wrong = 0`
  await writeTicket(t.A)
  await counted(t.world)
  expect(await sums('all', '')).toEqual({ ...before, opened: (before.opened ?? 0) + 1 })
})
