import { EVENTS } from '@podmoga/contract/events'
import { saveNotices, subscribeDevice } from '@podmoga/contract/notifications'
import * as calls from '@podmoga/contract/shifts'
import { listTickets, readMessages } from '@podmoga/contract/tickets'
import { afterAll, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { startPushService } from '../../ports/testing-push.ts'
import { openStream } from '../tickets.testing.stream.ts'
import { answer, reply, type TicketActor, useTicketWorld, writeTicket } from '../tickets.testing.ts'

const service = await startPushService()
afterAll(service.stop)
const t = useTicketWorld({ NOTICE_AFTER_SECONDS: '0', PUSH_ORIGINS: service.url })

const shiftOf = ({ call }: TicketActor) => call(calls.getShift, {})
const setShift = ({ call }: TicketActor, is_on: boolean) => call(calls.setShift, { body: { is_on } })
const handOver = ({ call }: TicketActor, note: string, ticket_ids: (string | number)[] = []) =>
  call(calls.handOver, { body: { note, ticket_ids } })
const accept = ({ call }: TicketActor, handoverId: string) =>
  call(calls.acceptHandover, { params: { handoverId } })
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 30_000 })

test('who is on shift: begun once, ended, forgotten after sixteen hours, and gone with the place', async () => {
  const { is_on } = await setShift(t.A, true)
  expect(is_on).toBe(true)
  const [mine] = (await shiftOf(t.B)).people
  t.world.clock.move(3_600_000)
  // Started twice, from two tabs at once, it is one shift with its first start.
  await Promise.all([setShift(t.A, true), setShift(t.A, true), setShift(t.B, true)])
  const both = (await shiftOf(t.B)).people
  expect(both.map(({ id }) => id)).toEqual([t.walls.A.id, t.walls.B.id])
  expect(both[0]?.since).toBe(mine?.since)
  // Each restaurant has a shift of its own.
  expect(await shiftOf(t.C)).toEqual({ is_on: false, people: [], handovers: [] })
  await setShift(t.B, false)
  expect((await shiftOf(t.A)).people).toHaveLength(1)
  t.world.clock.move(15.5 * 3_600_000)
  expect(await shiftOf(t.A)).toMatchObject({ is_on: false, people: [] })
  await setShift(t.A, true)
  const [anew] = (await shiftOf(t.A)).people
  expect(Date.parse(anew?.since ?? '')).toBeGreaterThan(Date.parse(mine?.since ?? '') + 16 * 3_600_000)
  await setShift(t.A, false)
})

test('a handover is listed with its note and open tickets until somebody accepts; two at once are one', async () => {
  const open = await writeTicket(t.A, 'Принтер молчит')
  const closed = await writeTicket(t.A, 'Уже не надо')
  await answer(t.agent, closed.id, 'Готово', { close: 'true' })
  const foreign = await writeTicket(t.C, 'Чужой ресторан')
  await setShift(t.A, true)
  const stream = await openStream({
    url: `${await t.world.listen()}/api/events/`,
    kinds: EVENTS,
    token: await t.world.signIn(t.walls.B.login),
    headers: { authrestaurantid: t.walls.r11 },
  })
  await stream.next('unread')
  const note = 'Касса 2 зависает.\n\tПозвонить <b>технику</b> ☎️'
  const { id } = await handOver(t.A, note, [open.id, closed.id, foreign.id, open.id, '999999999', 'x', -1])
  expect((await stream.next('shift')).data).toEqual({})
  const seen = await shiftOf(t.B)
  // Handing over ends the author's shift.
  expect(seen.people).toEqual([])
  expect(seen.handovers).toEqual([
    expect.objectContaining({
      id,
      note,
      author_name: 'A',
      is_mine: false,
      tickets: [expect.objectContaining({ id: open.id, status: 'awaiting_response', unread: 0 })],
    }),
  ])
  expect((await shiftOf(t.A)).handovers[0]?.is_mine).toBe(true)
  expect((await shiftOf(t.C)).handovers).toEqual([])
  // The handover shows the ticket's present state.
  await answer(t.agent, open.id, 'Перезагрузите', { close: 'true' })
  expect((await shiftOf(t.B)).handovers[0]?.tickets).toEqual([
    expect.objectContaining({ status: 'processed', last_message: 'Перезагрузите', unread: 1 }),
  ])

  const outcomes = await Promise.allSettled([accept(t.A, id), accept(t.B, id)])
  const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(lost).toEqual([expect.objectContaining({ code: 'accepted_already' })])
  const after = await shiftOf(t.B)
  expect(after.handovers).toEqual([])
  expect(after.people).toHaveLength(1)
  const winner = after.people[0]?.id === t.walls.A.id ? t.A : t.B
  // Accepting it again succeeds for the person who has it.
  expect(await accept(winner, id)).toMatchObject({ is_on: true })
})

test('a retry with its key is one handover; of bad input nothing is stored', async () => {
  const idempotency_key = crypto.randomUUID()
  const body = { note: 'Всё спокойно', ticket_ids: [] }
  const first = await t.A.call(calls.handOver, { body }, { idempotency_key })
  expect(await t.A.call(calls.handOver, { body }, { idempotency_key })).toEqual(first)
  const other = { body: { ...body, note: 'Другое' } }
  expect((await refusalOf(t.A.call(calls.handOver, other, { idempotency_key }))).code).toBe(
    'idempotency_conflict',
  )
  for (const note of ['', ' \u200b\n', 'а'.repeat(2001), 'ноль\u0000', 'половина \ud83d'])
    expect((await refusalOf(handOver(t.A, note))).fields).toHaveProperty('note')
  expect(
    (
      await refusalOf(
        handOver(
          t.A,
          'Много',
          Array.from({ length: 51 }, (_, at) => at),
        ),
      )
    ).code,
  ).toBe('invalid')
  expect((await shiftOf(t.B)).handovers.map(({ id }) => id)).toEqual([first.id])
  expect((await shiftOf(t.B)).handovers[0]?.note).toBe('Всё спокойно')
})

test('a foreign handover is not found: to another restaurant, to another business, and by a made-up id', async () => {
  const [waiting] = (await shiftOf(t.B)).handovers
  for (const stranger of [t.A12, t.C, t.D])
    expect((await refusalOf(accept(stranger, waiting?.id ?? ''))).code).toBe('not_found')
  for (const id of ['999999999', 'x', '99999999999999999999999'])
    expect((await refusalOf(accept(t.B, id))).code).toBe('not_found')
  await accept(t.B, waiting?.id ?? '')
  for (const stranger of [t.C, t.D])
    expect((await refusalOf(accept(stranger, waiting?.id ?? ''))).code).toBe('not_found')
  await setShift(t.B, false)
})

test('readers of the answer: people who were there and have read it; strangers are refused', async () => {
  const { id } = await writeTicket(t.A)
  const readers = (actor: TicketActor) => actor.call(calls.listReaders, { params: { ticketId: id } })
  expect(await readers(t.B)).toEqual({ message_id: null, readers: [] })
  const { id: message_id } = await answer(t.agent, id, 'Проверьте кабель')
  await reply(t.A, id, 'Проверяю')
  const before = (await readers(t.B)).readers
  expect(before).not.toContain('B')
  await t.B.call(readMessages, { body: { ids: [message_id] } })
  expect(await readers(t.A)).toEqual({
    message_id,
    readers: expect.arrayContaining(['B']),
  })
  for (const stranger of [t.C, t.D]) expect((await refusalOf(readers(stranger))).code).toBe('not_found')
})

test('a handover notifies the colleagues who want it, without its note, and is withdrawn once accepted', async () => {
  const browsers = { A: service.browser(), B: service.browser() }
  await t.A.call(subscribeDevice, { body: browsers.A.subscription })
  await t.B.call(subscribeDevice, { body: { ...browsers.B.subscription, shows_text: false } })
  const { id } = await handOver(t.A, 'Тайная заметка')
  await soon(() => browsers.B.received.length).toBe(1)
  expect(browsers.B.received[0]?.payload).toMatchObject({
    kind: 'handover',
    tag: `handover-${id}`,
    title: 'Вам передали смену',
    path: `/${t.walls.r11}/shift`,
  })
  expect(JSON.stringify(browsers.B.received[0]?.payload)).not.toContain('Тайная')
  // Notices of a ticket do not affect it: their tags differ.
  const written = await writeTicket(t.B)
  await answer(t.agent, written.id, 'Ответ')
  await soon(() => browsers.B.received.map(({ payload }) => payload.kind)).toContain('answer')
  await accept(t.B, id)
  await soon(() => browsers.B.received.map(({ payload }) => `${payload.kind} ${payload.tag}`)).toContain(
    `read handover-${id}`,
  )
  expect(browsers.A.received.filter(({ payload }) => payload.kind === 'handover')).toEqual([])
  // The author is notified who accepted it.
  await soon(() => browsers.A.received.map(({ payload }) => payload.title)).toContain('Вашу смену приняли')
  // A person who has opted out gets no notice.
  await t.B.call(saveNotices, { body: { handovers: false } })
  await handOver(t.A, 'Тихо')
  const [row] = await t.world.sql<{ waiting: number }[]>`
    select count(*)::int as waiting from notices where kind = 'handover'`
  expect(row?.waiting).toBe(0)
})

test('nothing of it comes with the list of tickets, and every refusal is clean', async () => {
  expect((await t.B.call(listTickets, {})).results.length).toBeGreaterThan(0)
  expectCleanRefusals(t.refusals)
})
