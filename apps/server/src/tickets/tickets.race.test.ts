import { createTicket, getUnread, listMessages, readMessages, sendReply } from '@podmoga/contract/tickets'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../http/testing-refusals.ts'
import { newKey } from '../testing.ts'
import {
  answer,
  expectSound,
  openTicketWorld,
  reply,
  type TicketActor,
  useTicketWorld,
  writeTicket,
} from './tickets.testing.ts'

const t = useTicketWorld()

const wholeConversation = async (actor: TicketActor, ticketId: string) => {
  const query = (page: number) => ({ page: String(page), page_size: '100' })
  const first = await actor.call(listMessages, { params: { ticketId }, query: query(1) })
  const pages = [first]
  for (let page = 2; page <= first.total_pages; page += 1)
    pages.unshift(await actor.call(listMessages, { params: { ticketId }, query: query(page) }))
  return pages.flatMap((page) => page.results.flatMap((day) => day.results))
}

test('C01 200 pairs of simultaneous replies are 400 messages in one order for everybody', async () => {
  const { id } = await writeTicket(t.A)
  for (let pair = 0; pair < 200; pair += 1)
    await Promise.all([reply(t.A, id, `Клиент ${pair}`), answer(t.agent, id, `Поддержка ${pair}`)])
  const seen = await wholeConversation(t.A, id)
  expect(seen).toHaveLength(401)
  expect((await wholeConversation(t.B, id)).map((message) => message.id)).toEqual(
    seen.map((message) => message.id),
  )
  for (const [index, message] of seen.entries()) {
    const before = seen[index - 1]
    if (before === undefined) continue
    expect(Number(message.id)).toBeGreaterThan(Number(before.id))
    expect(message.created_at >= before.created_at).toBe(true)
  }
  expect((await t.B.call(getUnread, {})).unread).toBe(200)
})

test('C02 unread agrees with a model over 500 random sends and reads', async () => {
  const readers = [
    { actor: t.A, restaurant: 'r11' },
    { actor: t.B, restaurant: 'r11' },
    { actor: t.A12, restaurant: 'r12' },
    { actor: t.C, restaurant: 'r12' },
  ] as const
  const tickets = [
    { id: (await writeTicket(t.A)).id, restaurant: 'r11' },
    { id: (await writeTicket(t.B)).id, restaurant: 'r11' },
    { id: (await writeTicket(t.C)).id, restaurant: 'r12' },
  ] as const
  await t.world.sql`delete from unread_messages`
  const pick = fc.nat({ max: 1000 })
  const operation = fc.oneof(
    fc.record({ kind: fc.constant('support' as const), ticket: pick }),
    fc.record({ kind: fc.constant('staff' as const), ticket: pick }),
    fc.record({
      kind: fc.constant('read' as const),
      reader: pick,
      picks: fc.array(pick, { minLength: 1, maxLength: 5 }),
    }),
  )
  const unread = readers.map(() => new Set<string>())
  const sent: string[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 500, maxLength: 500 }), async (operations) => {
      for (const step of operations) {
        if (step.kind === 'read') {
          const index = step.reader % readers.length
          const ids = step.picks.map((place) => sent[place % Math.max(sent.length, 1)] ?? '1')
          for (const id of ids) unread[index]?.delete(id)
          const given = await readers[index]?.actor.call(readMessages, { body: { ids } })
          expect(given?.unread).toBe(unread[index]?.size)
          continue
        }
        const ticket = tickets[step.ticket % tickets.length]
        if (ticket === undefined) continue
        if (step.kind === 'staff') {
          sent.push((await reply(ticket.restaurant === 'r11' ? t.B : t.C, ticket.id, 'Вопрос')).id)
          continue
        }
        const { id } = await answer(t.agent, ticket.id, 'Ответ')
        sent.push(id)
        for (const [index, reader] of readers.entries())
          if (reader.restaurant === ticket.restaurant) unread[index]?.add(id)
      }
      for (const [index, { actor }] of readers.entries())
        expect((await actor.call(getUnread, {})).unread).toBe(unread[index]?.size)
    }),
    { numRuns: 1, endOnFailure: true },
  )
})

test('the same messages reported by many tabs at once are read once', async () => {
  const { id } = await writeTicket(t.A)
  const before = Number((await t.A.call(getUnread, {})).unread)
  const answers: string[] = []
  for (let message = 0; message < 20; message += 1) answers.push((await answer(t.agent, id, 'Ответ')).id)
  await Promise.all(
    Array.from({ length: 12 }, (_, tab) =>
      t.A.call(readMessages, { body: { ids: tab % 2 === 0 ? answers : answers.toReversed() } }),
    ),
  )
  expect((await t.A.call(getUnread, {})).unread).toBe(before)
})

test('C04 50 tickets at once have 50 numbers without a gap, unlike those refused', async () => {
  const first = await writeTicket(t.A)
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, index) => writeTicket(index % 2 === 0 ? t.A : t.A12, `Номер ${index}`)),
  )
  const numbers = made.map((ticket) => ticket.number).sort((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => first.number + 1 + index))
  await refusalOf(t.A.call(createTicket, { form: { category: 'other', topic: '', initial_message: ' ' } }))
  expect((await writeTicket(t.A)).number).toBe(first.number + 51)
  expect((await writeTicket(t.D)).number).toBe(1001)
})

describe('R03 rates', () => {
  let limited: Awaited<ReturnType<typeof openTicketWorld>>
  beforeAll(async () => {
    limited = await openTicketWorld({ RATE_LIMITS: 'on' })
  })
  afterAll(() => limited.world.close())

  test('the eleventh ticket in ten minutes has to wait; a repeated one is not counted', async () => {
    const { A, B, world } = limited
    const form = { category: 'other', topic: '', initial_message: 'Частый' } as const
    const key = { idempotency_key: newKey() }
    const first = await A.call(createTicket, { form }, key)
    for (let repeat = 0; repeat < 5; repeat += 1)
      expect(await A.call(createTicket, { form }, key)).toEqual(first)
    for (let ticket = 2; ticket <= 9; ticket += 1) await writeTicket(A)
    const last = { idempotency_key: newKey() }
    const twice = await Promise.all([1, 2].map(() => A.call(createTicket, { form }, last)))
    expect(twice[0]).toEqual(twice[1])
    const refusal = await refusalOf(writeTicket(A))
    expect(refusal).toMatchObject({ status: 429, code: 'too_often' })
    expect(refusal.retry_after).toBeGreaterThan(0)
    expect(refusal.retry_after).toBeLessThanOrEqual(600)
    expect(await A.call(createTicket, { form }, last)).toEqual(twice[0])
    await writeTicket(B)
    world.clock.move(601_000)
    await writeTicket(A)
  })

  test('the thirty-first reply in a minute has to wait; a refused one is not counted', async () => {
    const { A, agent } = limited
    const { id } = await writeTicket(limited.B)
    const { id: closed } = await writeTicket(limited.B)
    await answer(agent, closed, 'Закрыто', { close: 'true' })
    limited.world.clock.move(61_000)
    expect(await refusalOf(reply(A, closed, 'Ещё'))).toMatchObject({ code: 'ticket_closed' })
    for (let number = 1; number <= 30; number += 1)
      await A.call(sendReply, { params: { ticketId: id }, form: { text: `Ответ ${number}` } })
    expect(await refusalOf(reply(A, id, 'Ответ 31'))).toMatchObject({ status: 429, code: 'too_often' })
    await answer(agent, id, 'Отвечаю')
    limited.world.clock.move(61_000)
    await reply(A, id, 'Через минуту')
  })

  test('S01 R11 every refusal is Russian and tells nothing of our insides', () => {
    expect(limited.refusals.filter((one) => one.statusCode === 429)).toHaveLength(2)
    expectCleanRefusals(limited.refusals)
  })
})

test('C09 both sides at once in several tickets, and a clock that jumps, leave nothing for the doctor to find', async () => {
  const tickets = await Promise.all(Array.from({ length: 5 }, () => writeTicket(t.A)))
  const jumps = [0, 200_000, -500_000, 1, -1, 400_000, -100_000]
  for (let round = 0; round < 28; round += 1) {
    t.world.clock.set(jumps[round % jumps.length] ?? 0)
    const writes = tickets.flatMap(({ id }, at) => [
      reply(t.A, id, `Клиент ${round}`),
      answer(t.agent, id, `Поддержка ${round}`),
      ...(at % 2 === 0 ? [reply(t.B, id, `Коллега ${round}`)] : []),
    ])
    // The clock is also changed while they run.
    t.world.clock.set(round % 2 === 0 ? 60_000 : -60_000)
    await Promise.all([...writes, writeTicket(t.B)])
  }
  await expectSound(t.world)
})
