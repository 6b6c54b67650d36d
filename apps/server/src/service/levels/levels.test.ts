import type { Call } from '@podmoga/contract/client'
import { DESK_EVENTS } from '@podmoga/contract/desk/events'
import { mergeTicket, splitTicket, unmergeTicket } from '@podmoga/contract/desk/relations'
import {
  getServiceLevels,
  getTicketClock,
  type ServiceLevels,
  setServiceLevels,
} from '@podmoga/contract/desk/service'
import { getAdminSettings, setAdminSettings } from '@podmoga/contract/desk/settings'
import { getDeskTicket, listQueue, reopenTicket } from '@podmoga/contract/desk/tickets'
import { editTicket, snoozeTicket } from '@podmoga/contract/desk/work'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addPerson } from '../../session/session.testing.ts'
import { openStream } from '../../tickets/tickets.testing.stream.ts'
import { answer, reply, useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const t = useTicketWorld()
let admin: Call

beforeAll(async () => {
  const { n1 } = t.walls.businesses
  const { login } = await addPerson(t.world.sql, {
    business_id: n1,
    email: 'head@walls.test',
    desk: [{ role: 'admin', business_id: n1 }],
  })
  admin = t.world.as({ token: await t.world.signIn(login) })
})

const any = { name: 'Все', priority: null, category: null, restaurant_ids: [] }
const TARGETS: ServiceLevels['targets'] = [
  { ...any, name: 'Срочные', priority: 'urgent', first_minutes: 15, next_minutes: 15, solution_minutes: 240 },
  { ...any, first_minutes: 60, next_minutes: 30, solution_minutes: null },
]
const ALWAYS: ServiceLevels['shifts'] = [{ zone: 'Asia/Tashkent', week: null }]

const save = async (levels: Partial<ServiceLevels>) => {
  const { version, targets, shifts } = await admin(getServiceLevels, {})
  const now = { targets, shifts: shifts.map(({ zone, week }) => ({ zone, week })) }
  return admin(setServiceLevels, { body: { ...now, ...levels, version } })
}
const queue = async (query: object = {}) =>
  (await t.agent.call(listQueue, { query: { page_size: '100', ...query } })).results
const clockOf = async (ticketId: string) => {
  const { duties } = await t.agent.call(getTicketClock, { params: { ticketId } })
  return Object.fromEntries(duties.map(({ kind, ...duty }) => [kind, duty]))
}
/** Waits until events are handled and every clock of the queue equals what is computed for its ticket. */
const expectTrue = () =>
  expect
    .poll(async () => {
      const wrong: unknown[] = []
      for (const { id, number, clock } of [...(await queue()), ...(await queue({ snoozed: 'true' }))]) {
        const due = Object.values(await clockOf(id)).flatMap(({ due_at }) =>
          due_at === null ? [] : [due_at],
        )
        const expected = due.toSorted()[0] ?? null
        const actual = clock === undefined ? 'is being counted' : (clock?.due_at ?? null)
        if (actual !== expected) wrong.push({ number, actual, expected })
      }
      return wrong
    })
    .toEqual([])
const after = (ms: number): string => new Date(t.world.clock.now().getTime() + ms).toISOString()
/** Minutes, give or take the seconds by which the test clock runs on. */
const about = (minutes: number) => expect.closeTo(minutes, 0)
const dutyOf = async (ticketId: string, kind: 'first' | 'next' | 'solution') => {
  const duty = (await clockOf(ticketId))[kind]
  if (duty === undefined) throw new Error(`no ${kind}`)
  const { due_at, spent, target, ...rest } = duty
  return {
    ...rest,
    spent: spent / MINUTE,
    target: target === null ? null : target / MINUTE,
    left: due_at === null ? null : (Date.parse(due_at) - t.world.clock.now().getTime()) / MINUTE,
  }
}

test('targets: an administrator sets them, bad ones are refused in words, and nobody saves over what they have not seen', async () => {
  const old = await writeTicket(t.A, 'До всех сроков')
  const first = await admin(getServiceLevels, {})
  expect(first).toMatchObject({
    targets: [],
    shifts: [{ zone: 'Asia/Tashkent', week: null }],
    usual_week: null,
  })
  const levels = { targets: TARGETS, shifts: ALWAYS }
  const put = (body: object) =>
    refusalOf(admin(setServiceLevels, { body: { ...levels, version: first.version, ...body } }))
  const minutes = (first_minutes: number) => put({ targets: [{ ...TARGETS[1], first_minutes }] })
  expect(await minutes(0)).toMatchObject({ code: 'invalid', fields: { targets: 'Не меньше 1' } })
  expect(await minutes(10 * 525_600)).toMatchObject({ code: 'invalid' })
  expect(await put({ targets: [{ ...TARGETS[1], restaurant_ids: [t.walls.r21] }] })).toMatchObject({
    code: 'invalid',
  })
  expect(await put({ targets: [{ ...TARGETS[1], category: 'nothing' }] })).toMatchObject({ code: 'invalid' })
  expect(await put({ shifts: [{ zone: 'Europe/Atlantis', week: null }] })).toMatchObject({ code: 'invalid' })
  expect(await put({ shifts: [{ zone: 'Asia/Tashkent', week: Array(7).fill('') }] })).toMatchObject({
    code: 'invalid',
  })
  expect(await put({ shifts: [{ zone: 'Asia/Tashkent', week: Array(7).fill('9-18') }] })).toMatchObject({
    code: 'invalid',
  })
  expect(await put({ shifts: [] })).toMatchObject({ code: 'invalid' })
  const saved = await admin(setServiceLevels, { body: { ...levels, version: first.version } })
  expect(saved).toMatchObject({ targets: TARGETS })
  expect(await put({})).toMatchObject({ code: 'stale_draft' })
  // Tickets that were already open have targets as well.
  await expectTrue()
  expect(await dutyOf(old.id, 'first')).toMatchObject({ state: 'running', target: 60 })
  await answer(t.agent, old.id, 'Готово', { close: 'true' })
})

test('a ticket shows what is left; the queue is in the order of what is due', async () => {
  const plain = await writeTicket(t.A, 'Обычный')
  t.world.clock.move(10 * MINUTE)
  const urgent = await writeTicket(t.A12, 'Срочный')
  const silent = await writeTicket(t.B, 'Отвечен')
  await t.agent.call(editTicket, { params: { ticketId: urgent.id }, body: { priority: 'urgent' } })
  await answer(t.agent, silent.id, 'Ответ')
  await expectTrue()
  const order = async (query: object = {}) =>
    (await queue({ order: 'due', ...query })).map(({ number }) => number)
  expect(await order()).toEqual([urgent.number, plain.number, silent.number])
  expect(await order({ waiting: 'true', page: '2', page_size: '1' })).toEqual([plain.number])
  expect(await order({ restaurant: t.walls.r12 })).toEqual([urgent.number])
  expect(await order({ priority: 'urgent' })).toEqual([urgent.number])
  expect((await queue({ order: 'due' }))[0]?.clock).toMatchObject({ kind: 'first' })
  expect(await dutyOf(urgent.id, 'first')).toMatchObject({ target: 15, left: about(15) })
  const running = { state: 'running', spent: about(10), is_late: false }
  expect(await dutyOf(plain.id, 'first')).toEqual({ ...running, target: 60, left: about(50) })
  expect(await dutyOf(plain.id, 'solution')).toEqual({ ...running, target: null, left: null })
  // The clock runs while the customer's message is the last one, and stops otherwise.
  t.world.clock.move(5 * MINUTE)
  expect(await dutyOf(silent.id, 'solution')).toMatchObject({ state: 'paused', spent: about(0) })
  await reply(t.B, silent.id, 'А ещё?')
  await expectTrue()
  expect(await dutyOf(silent.id, 'next')).toMatchObject({ state: 'running', left: about(30) })
  await answer(t.agent, silent.id, 'И это', { close: 'true' })
  expect(await dutyOf(silent.id, 'next')).toMatchObject({ state: 'kept', spent: about(0) })
  await expectTrue()
  expect(await order()).toEqual([urgent.number, plain.number])
  await t.agent.call(reopenTicket, { params: { ticketId: silent.id } })
  // The ticket is in the queue at once, before its clock is counted.
  expect(await order()).toEqual([urgent.number, plain.number, silent.number])
  for (const { id } of [plain, urgent, silent]) await answer(t.agent, id, 'Всё', { close: 'true' })
})

test('a ticket of the desk says until when an answer is owed, and whether that is near, over or paused', async () => {
  const { id } = await writeTicket(t.A, 'Сроки видны')
  const level = async () => (await t.agent.call(getDeskTicket, { params: { ticketId: id } })).level
  const first_answer_due = (await clockOf(id)).first?.due_at
  expect(first_answer_due).not.toBeNull()
  const owed = { first_answer_due, next_answer_due: null, solution_due: null }
  expect(await level()).toEqual({ ...owed, state: 'ok' })
  t.world.clock.move(49 * MINUTE)
  expect(await level()).toEqual({ ...owed, state: 'soon' })
  t.world.clock.move(12 * MINUTE)
  expect(await level()).toEqual({ ...owed, state: 'late' })
  await t.agent.call(snoozeTicket, { params: { ticketId: id }, body: { until: after(2 * HOUR) } })
  const nothing = { first_answer_due: null, next_answer_due: null, solution_due: null }
  expect(await level()).toEqual({ ...nothing, state: 'paused' })
  await answer(t.agent, id, 'Готово')
  expect(await level()).toEqual({ ...nothing, state: 'ok' })
  await answer(t.agent, id, 'Всё', { close: 'true' })
})

test('snoozed, merged, split and unmerged tickets: the clock follows the current content', async () => {
  const one = await writeTicket(t.A, 'Первый')
  t.world.clock.move(10 * MINUTE)
  await t.agent.call(snoozeTicket, { params: { ticketId: one.id }, body: { until: after(2 * HOUR) } })
  t.world.clock.move(HOUR)
  await expectTrue()
  expect(await dutyOf(one.id, 'first')).toMatchObject({ state: 'paused', spent: about(10), left: null })
  await reply(t.A, one.id, 'Ещё жду')
  expect(await dutyOf(one.id, 'first')).toMatchObject({ state: 'running', left: about(50) })
  const other = await writeTicket(t.A, 'Второй')
  await t.agent.call(mergeTicket, { params: { ticketId: other.id }, body: { into: one.id } })
  await expectTrue()
  expect(await dutyOf(other.id, 'first')).toEqual({
    ...(await dutyOf(one.id, 'first')),
    spent: expect.any(Number),
    left: about(50),
  })
  await t.agent.call(unmergeTicket, { params: { ticketId: other.id } })
  await expectTrue()
  expect(await dutyOf(other.id, 'first')).toMatchObject({ left: about(60) })
  t.world.clock.move(5 * MINUTE)
  const { id: messageId } = await reply(t.A, other.id, 'И отдельный вопрос')
  t.world.clock.move(5 * MINUTE)
  const split = await t.agent.call(splitTicket, {
    params: { ticketId: other.id },
    body: { message: messageId },
  })
  await expectTrue()
  // The wait counts from when the message was written, even if it has been moved to another ticket.
  expect(await dutyOf(split.id, 'first')).toMatchObject({ left: about(55) })
  expect(await dutyOf(other.id, 'first')).toMatchObject({ left: about(50) })
  for (const { id } of [one, other, split]) await answer(t.agent, id, 'Всё', { close: 'true' })
})

test('«soon» and «late» are told once each, to the desk alone, and a day that becomes a holiday moves the deadline', async () => {
  const stream = await openStream({
    url: `${await t.world.listen()}/api/desk/events/`,
    kinds: DESK_EVENTS,
    token: await t.world.signIn(t.walls.agent.login),
  })
  await stream.next('counts')
  const { id } = await writeTicket(t.A, 'Ждёт')
  const level = async (wanted: string) =>
    (await stream.next('level', (data) => data.ticket_id === id && data.level === wanted)).data
  const set = await level('set')
  expect(set).toMatchObject({ clock: { kind: 'first' } })
  const { due_at } = set.clock as { due_at: string }
  t.world.clock.move(50 * MINUTE)
  expect(await level('soon')).toMatchObject({ clock: { due_at } })
  t.world.clock.move(11 * MINUTE)
  expect(await level('late')).toMatchObject({ clock: { due_at } })
  expect(await dutyOf(id, 'first')).toMatchObject({ is_late: true, left: about(-1) })
  const events = await t.world.sql<{ restaurant_id: string | null; level: string }[]>`
    select restaurant_id, data->>'level' as level from ticket_events where ticket_id = ${id} and kind = 'level' order by id`
  expect(events).toEqual(['set', 'soon', 'late'].map((level) => ({ restaurant_id: null, level })))
  // Days of the zone Asia/Tashkent.
  const day = (ms: number) =>
    new Date(t.world.clock.now().getTime() + 5 * HOUR + ms).toISOString().slice(0, 10)
  const { revision } = await admin(getAdminSettings, {})
  const holidays = [day(-24 * HOUR), day(0), day(24 * HOUR)]
  await admin(setAdminSettings, { body: { revision, values: { holidays } } })
  const next = await level('set')
  expect(next).toMatchObject({
    clock: { due_at: new Date(Date.parse(`${day(48 * HOUR)}T01:00:00+05:00`)).toISOString() },
  })
  await expectTrue()
  expect(await dutyOf(id, 'first')).toMatchObject({ is_late: false, spent: 0 })
})

test('a crash between two steps loses nothing: what was not counted is counted later, by whichever server', async () => {
  const { sql } = t.world
  await save({ targets: TARGETS.slice(1) })
  await expectTrue()
  const [kept] = await sql<
    { of: string }[]
  >`select string_agg(concat(ticket_id, ' ', due_at), ',' order by ticket_id) as of
    from ticket_clocks where is_open`
  await sql`update ticket_clocks set due_at = null, kind = null, basis = null`
  await sql`update service_cursors set version_id = null`
  await writeTicket(t.D, 'Другой бизнес')
  await writeTicket(t.A, 'Свой')
  await expectTrue()
  const [again] = await sql<
    { of: string }[]
  >`select string_agg(concat(ticket_id, ' ', due_at), ',' order by ticket_id) as of
    from ticket_clocks where is_open and ticket_id <= (select max(ticket_id) - 2 from ticket_clocks)
      and business_id = ${t.walls.businesses.n1}`
  expect(again).toEqual(kept)
})
