import type { Call } from '@podmoga/contract/client'
import {
  getQuality,
  getQualityTicket,
  listQuality,
  listRatingWords,
  listReviewed,
  reviewTicket,
} from '@podmoga/contract/desk/quality'
import { rateTicket } from '@podmoga/contract/tickets'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addPerson } from '../../session/session.testing.ts'
import { addColleague, answer, useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'
import { drawAll } from './quality.module.ts'

const DAY = 24 * 3_600_000
const t = useTicketWorld()
let colleague: Call
let admin: Call

beforeAll(async () => {
  const { n1 } = t.walls.businesses
  colleague = (await addColleague(t)).call
  const { login } = await addPerson(t.world.sql, {
    business_id: n1,
    email: 'head@walls.test',
    desk: [{ role: 'admin', business_id: n1 }],
  })
  admin = t.world.as({ token: await t.world.signIn(login) })
})

const closed = async (text: string) => {
  const one = await writeTicket(t.A, text)
  await answer(t.agent, one.id, 'Перезагрузите кассу', { close: 'true' })
  return one
}
const draw = (sample: number) => drawAll({ ...t.world, sampleOf: () => sample })
const waiting = async (call: Call) => {
  const { results, total } = await call(listQuality, {})
  expect(total).toBe(results.length)
  return results
}
const drawn = () =>
  t.world.sql<{ ticket_id: string; reason: string; week: string }[]>`
    select ticket_id, reason, week::text as week from quality_reviews order by ticket_id`
const ANSWERS = [2, 2, 1, 2, 0]

test('of a week as many as wanted are drawn, the same by the same seed, and all that were rated «нет»', async () => {
  const tickets = []
  for (let at = 0; at < 6; at += 1) tickets.push(await closed(`Вопрос ${at}`))
  const [first] = tickets
  if (first === undefined) throw new Error('no ticket')
  const rate = { params: { ticketId: first.id }, body: { score: 'bad', word: 'Так и не помогло' } } as const
  await t.A.call(rateTicket, rate)
  // The week is not over: only the badly rated ticket is drawn.
  await draw(3)
  expect(await drawn()).toMatchObject([{ ticket_id: first.id, reason: 'bad' }])
  t.world.clock.move(7 * DAY)
  await draw(3)
  const once = await drawn()
  expect(once.map(({ reason }) => reason).sort()).toEqual(['bad', 'sample', 'sample', 'sample'])
  expect(new Set(once.map(({ week }) => week)).size).toBe(1)
  // A week is drawn once; after a reset the draw gives the same result.
  await draw(5)
  expect(await drawn()).toEqual(once)
  await t.world.sql`delete from quality_draws`
  await t.world.sql`delete from quality_reviews`
  await draw(3)
  expect(await drawn()).toEqual(once)
})

test('a colleague sees no name until five questions are answered, and nobody reviews himself', async () => {
  const all = await waiting(colleague)
  expect(all).toHaveLength(4)
  expect(await waiting(t.agent.call)).toEqual([])
  expect(await waiting(t.agent2.call)).toEqual([])
  const bad = all.find(({ reason }) => reason === 'bad')
  if (bad === undefined) throw new Error('none was rated')
  const path = { params: { reviewId: bad.id } }
  const seen = await colleague(getQualityTicket, path)
  expect(seen).toMatchObject({ word: 'Так и не помогло', is_cut: false })
  expect(seen.messages.map(({ from_support }) => from_support)).toEqual([false, true])
  expect(JSON.stringify(seen)).not.toMatch(/agent|"name|author|number/)
  const review = { ...path, body: { answers: ANSWERS, note: 'Не спросил модель' } }
  for (const own of [t.agent.call, t.agent2.call]) {
    expect((await refusalOf(own(getQualityTicket, path))).code).toBe('not_found')
    expect((await refusalOf(own(reviewTicket, review))).code).toBe('not_found')
  }
  for (const answers of [
    [2, 2, 2, 2],
    [2, 2, 2, 2, 3],
    [2, 2, 2, 2, 0.5],
  ])
    expect((await refusalOf(colleague(reviewTicket, { ...path, body: { answers } }))).code).toBe('invalid')

  const done = await Promise.allSettled([colleague(reviewTicket, review), colleague(reviewTicket, review)])
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(done.find(({ status }) => status === 'fulfilled')).toMatchObject({
    value: { agents: [expect.any(String)], score: 7, number: expect.any(Number) },
  })
  expect(await waiting(colleague)).toHaveLength(3)
  expect((await colleague(listReviewed, {})).results).toMatchObject([
    { answers: ANSWERS, score: 7, note: 'Не спросил модель' },
  ])
})

test('an administrator sees the sums, agents the words of ratings, of their own business only', async () => {
  const { waiting: left, agents } = await admin(getQuality, {})
  expect(left).toBe(3)
  expect(agents).toMatchObject([{ id: t.walls.agent.id, reviews: 1, answers: ANSWERS }])
  expect((await refusalOf(t.agent.call(getQuality, {}))).code).toBe('forbidden')
  expect((await t.agent.call(listRatingWords, {})).results).toMatchObject([
    { score: 'bad', word: 'Так и не помогло' },
  ])
  expect((await t.agent2.call(listRatingWords, {})).results).toEqual([])
})
