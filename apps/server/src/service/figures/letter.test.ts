import { getFigureLetter, setFigureLetter } from '@podmoga/contract/desk/figure-letter'
import type { Figures } from '@podmoga/contract/desk/figures'
import { expect, test, vi } from 'vitest'
import { addPerson } from '../../session/session.testing.ts'
import { answer, useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'
import { counted } from './figures.testing.ts'
import { letterJobs } from './letter.job.ts'
import { dueMonday, letterOf, mondayOf, mostChanged } from './letter.rules.ts'

const NONE: Figures = {
  opened: 0,
  kept: 0,
  missed: 0,
  reopened: 0,
  good: 0,
  bad: 0,
  answers: 0,
  looked: 0,
  deflected: 0,
  first: { count: 0, median: null, p90: null },
  solved: { count: 0, median: null, p90: null },
}
const DAY = 86_400_000
const t = useTicketWorld()

test('a letter names the five numbers that changed most, as a part of the larger of the two', () => {
  const was = { ...NONE, opened: 100, answers: 40, kept: 10, missed: 20, good: 8, bad: 1, looked: 50 }
  const now = { ...NONE, opened: 110, answers: 10, kept: 10, missed: 0, good: 4, bad: 4, looked: 49 }
  const median = (minutes: number) => ({ count: 7, median: minutes, p90: 90 })
  const changed = mostChanged({ ...now, first: median(6) }, { ...was, first: median(12) })
  expect(changed.map(({ name, was, now }) => [name, was, now])).toEqual([
    ['Не в срок', 20, 0],
    ['Ответов', 40, 10],
    ['Первый ответ, половина быстрее, минут', 12, 6],
    ['Помогли', 8, 4],
    ['Новых тикетов', 100, 110],
  ])
  expect(letterOf('2026-03-02', NONE, NONE)).toBeNull()
  expect(letterOf('2026-03-02', now, was)).toMatchObject({
    subject: 'Показатели за 23.02–01.03',
    lines: expect.arrayContaining(['Не в срок: 0, было 20 (−20)', 'Новых тикетов: 110, было 100 (+10)']),
  })
  const due = (day: string, hour: number) => dueMonday({ day, hour })
  expect([due('2026-03-02', 8), due('2026-03-02', 9), due('2026-03-08', 23)]).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-02',
  ])
})

test('whoever wants it gets one letter a week, however often and by however many it is written, and none without mail', async () => {
  const { sql, clock } = t.world
  const { n1 } = t.walls.businesses
  // The next week's Wednesday at noon: a Monday has no letter before nine.
  const begun = clock.now()
  const wednesday = Date.parse(mondayOf(begun.toISOString().slice(0, 10))) + 9.5 * DAY
  clock.move(wednesday - begun.getTime())
  const heads = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const email = `${name}@letters.test`
      const { login } = await addPerson(sql, {
        business_id: n1,
        email,
        desk: [{ role: 'admin', business_id: n1 }],
      })
      return { email, call: t.world.as({ token: await t.world.signIn(login) }) }
    }),
  )
  await sql`update people set email_verified_at = now() where email like '%@letters.test'`
  const [one, two] = heads as [(typeof heads)[number], (typeof heads)[number]]
  expect(await one.call(getFigureLetter, {})).toEqual({ is_wanted: false, email: one.email, closed: null })
  // By hand: six tickets, five of them answered seven minutes later, one of those twice.
  const written = []
  for (let n = 0; n < 6; n += 1) written.push(await writeTicket(t.A))
  clock.move(7 * 60_000 + 20_000)
  for (const { id } of written.slice(1)) await answer(t.agent, id, 'Смотрим')
  await answer(t.agent, written[1]?.id ?? '', 'И ещё')
  await counted(t.world)
  expect(await one.call(setFigureLetter, { body: { is_wanted: true } })).toMatchObject({ is_wanted: true })
  await two.call(setFigureLetter, { body: { is_wanted: true } })
  await two.call(setFigureLetter, { body: { is_wanted: false } })
  const sent: string[][] = []
  let closed: string | null = null
  const jobs = letterJobs(
    {
      sql,
      clock,
      config: { public_url: 'https://help.test' },
      background: { closing: { aborted: false } },
    } as never,
    {
      closed: () => closed,
      put: async (_db, { email }, { lines, link }) => void sent.push([email, ...lines.slice(1), link]),
      wake: vi.fn(),
    },
  )
  const job = jobs['figures by mail']
  const run = async () => (job !== undefined && 'run' in job ? job.run(() => undefined) : undefined)
  // Subscribed in this week: the first letter is that of the next.
  await run()
  expect(sent).toEqual([])
  clock.move(8 * DAY)
  closed = 'Почта не настроена'
  await run()
  expect(sent).toEqual([])
  closed = null
  await Promise.all([run(), run(), run()])
  await run()
  const monday = Date.parse(mondayOf(clock.now().toISOString().slice(0, 10)))
  const day = (before: number) => new Date(monday - before * DAY).toISOString().slice(0, 10)
  expect(sent).toEqual([
    [
      one.email,
      'Новых тикетов: 6, было 0 (+6)',
      'Ответов: 6, было 0 (+6)',
      'Первых ответов: 5, было 0 (+5)',
      `https://help.test/desk/service?period=own&from=${day(7)}&to=${day(1)}`,
    ],
  ])
  // Setting the clock back does not send a week's letter again.
  clock.move(-7 * DAY)
  await run()
  expect(sent).toHaveLength(1)
  clock.move(7 * DAY)
  // A quiet week after a busy one gets a letter, a second quiet one does not; nor does a former administrator.
  clock.move(7 * DAY)
  await run()
  expect(sent.at(-1)).toEqual([
    one.email,
    'Новых тикетов: 0, было 6 (−6)',
    'Ответов: 0, было 6 (−6)',
    'Первых ответов: 0, было 5 (−5)',
    expect.stringContaining(`from=${day(0)}`),
  ])
  clock.move(7 * DAY)
  await run()
  expect(sent).toHaveLength(2)
  for (let n = 0; n < 6; n += 1) await writeTicket(t.A)
  await counted(t.world)
  await sql`delete from desk_members where person_id = (select id from people where email = ${one.email})`
  clock.move(7 * DAY)
  await run()
  expect(sent).toHaveLength(2)
})
