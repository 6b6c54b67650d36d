import {
  followUp,
  getRelations,
  linkTicket,
  listSimilar,
  mergeTicket,
  splitTicket,
  unlinkTicket,
} from '@podmoga/contract/desk/relations'
import { closeTicket, getDeskTicket, listDeskMessages } from '@podmoga/contract/desk/tickets'
import { listLog } from '@podmoga/contract/desk/work'
import { getTicket, getUnread, listMessages, listTickets } from '@podmoga/contract/tickets'
import { describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { newKey } from '../../testing.ts'
import { queryOfTwo } from '../search/index.sql.ts'
import {
  answer,
  expectSound,
  picture,
  reply,
  type TicketActor,
  useTicketWorld,
  writeTicket,
} from '../tickets.testing.ts'
import { mostDistinctive } from './similar.routes.ts'

const t = useTicketWorld()

const at = (ticketId: string) => ({ params: { ticketId } })
const texts = async (actor: TicketActor, ticketId: string) =>
  (await actor.call(listMessages, at(ticketId))).results.flatMap((day) => day.results.map(({ text }) => text))
const idOf = async (ticketId: string, text: string) => {
  const { results } = await t.agent.call(listDeskMessages, at(ticketId))
  return results.flatMap((day) => day.results).find((message) => message.text === text)?.id ?? ''
}
const log = async (ticketId: string) =>
  (await t.agent.call(listLog, at(ticketId))).results.map(({ act, other }) => [act, other?.id])
const linked = async (ticketId: string) => (await t.agent.call(getRelations, at(ticketId))).linked
const link = (one: string, to: string, by = t.agent.call) =>
  by(linkTicket, { params: { ticketId: one }, body: { to } })
const unlink = (one: string, to: string) => t.agent.call(unlinkTicket, { ...at(one), body: { to } })
const split = (ticketId: string, message: string, key = newKey(), by = t.agent.call) =>
  by(splitTicket, { params: { ticketId }, body: { message } }, { idempotency_key: key })
const goOn = (ticketId: string, text: string, key = newKey(), by = t.agent.call) =>
  by(followUp, { params: { ticketId }, body: { text } }, { idempotency_key: key })
const isSound = () => expectSound(t.world)

describe('links', () => {
  test('appear on both sides once, lead to the surviving ticket, and can be removed', async () => {
    const [a, b] = [await writeTicket(t.A, 'Касса'), await writeTicket(t.A12, 'Тоже касса')]
    await link(a.id, b.id)
    await link(b.id, a.id)
    expect(await linked(a.id)).toMatchObject([
      {
        id: b.id,
        number: b.number,
        kind: 'related',
        first_words: 'Тоже касса',
        restaurant: { id: t.walls.r12, name: 'Ресторан 12' },
      },
    ])
    expect(await linked(b.id)).toMatchObject([{ id: a.id }])
    expect(await log(a.id)).toEqual([['linked', b.id]])
    const c = await writeTicket(t.A12, 'Остаётся')
    await t.agent.call(mergeTicket, { ...at(b.id), body: { into: c.id } })
    expect(await linked(a.id)).toMatchObject([{ id: c.id }])
    expect(await linked(b.id)).toMatchObject([{ id: a.id }])
    await unlink(c.id, a.id)
    expect(await linked(a.id)).toEqual([])
    await unlink(c.id, a.id)
    expect((await log(c.id)).filter(([act]) => act === 'unlinked')).toHaveLength(1)
    expect(await refusalOf(link(a.id, a.id))).toMatchObject({ code: 'invalid' })
  })

  test('the restaurant’s other tickets are listed, the newest first, without merged ones', async () => {
    const [old, gone, own] = [
      await writeTicket(t.C, 'Старый'),
      await writeTicket(t.C, 'Двойник'),
      await writeTicket(t.C, 'Свой'),
    ]
    await t.agent.call(closeTicket, at(old.id))
    await t.agent.call(mergeTicket, { ...at(gone.id), body: { into: own.id } })
    const { of_restaurant, merged } = await t.agent.call(getRelations, at(own.id))
    const ids = of_restaurant.map(({ id }) => id)
    expect(ids).toContain(old.id)
    expect(ids).not.toContain(own.id)
    expect(ids).not.toContain(gone.id)
    expect(merged).toMatchObject([{ id: gone.id, customer_name: 'C' }])
  })
})

describe('splitting', () => {
  test('a message with its files becomes a ticket of whoever wrote it; merging back undoes it', async () => {
    const one = await writeTicket(t.A, 'Касса молчит')
    await reply(t.B, one.id, 'А ещё терминал', [await picture('Терминал.png')])
    await answer(t.agent, one.id, 'По кассе: перезагрузите')
    const key = newKey()
    const message = await idOf(one.id, 'А ещё терминал')
    const made = await split(one.id, message, key)
    // A retry after a lost response returns the same.
    expect(await split(one.id, message, key)).toEqual(made)
    expect(made.number).toBeGreaterThan(one.number)
    expect(await texts(t.A, one.id)).toEqual(['Касса молчит', 'По кассе: перезагрузите'])
    expect(await texts(t.A, made.id)).toEqual(['А ещё терминал'])
    expect(await t.B.call(getTicket, at(made.id))).toMatchObject({
      number: made.number,
      status: 'awaiting_response',
      category: 'technical_issue',
      initial_message: 'А ещё терминал',
    })
    const [shown] = (await t.agent.call(listDeskMessages, at(made.id))).results.flatMap((day) => day.results)
    expect(shown?.attachments).toMatchObject([{ file_name: 'Терминал.png' }])
    expect(await t.agent.call(getDeskTicket, at(made.id))).toMatchObject({
      customer: { id: t.walls.B.id },
      waiting_since: shown?.created_at,
      assignee: null,
    })
    expect(await t.agent.call(getDeskTicket, at(one.id))).toMatchObject({ waiting_since: null })
    expect(await log(one.id)).toEqual([['split_off', made.id]])
    expect(await log(made.id)).toEqual([['split_from', one.id]])
    expect(await linked(one.id)).toMatchObject([{ id: made.id, kind: 'split', is_later: true }])
    await isSound()
    await t.agent.call(mergeTicket, { ...at(made.id), body: { into: one.id } })
    expect(await texts(t.A, one.id)).toEqual(['Касса молчит', 'А ещё терминал', 'По кассе: перезагрузите'])
    expect(await linked(one.id)).toEqual([])
    await isSound()
  })

  test('the wait for an answer moves along; the first message may be split off, the only one may not', async () => {
    const one = await writeTicket(t.A, 'Первое')
    await reply(t.A, one.id, 'Второе')
    const second = (await t.agent.call(listDeskMessages, at(one.id))).results
      .flatMap((day) => day.results)
      .at(-1)
    const made = await split(one.id, await idOf(one.id, 'Первое'))
    expect(await t.A.call(getTicket, at(one.id))).toMatchObject({ initial_message: 'Второе' })
    expect(await t.agent.call(getDeskTicket, at(one.id))).toMatchObject({
      waiting_since: second?.created_at,
    })
    for (const { id } of [one, made]) {
      const only = (await texts(t.A, id))[0] ?? ''
      expect(await refusalOf(split(id, await idOf(id, only)))).toMatchObject({ code: 'not_splittable' })
    }
    await answer(t.agent, one.id, 'Ответ')
    expect(await refusalOf(split(one.id, await idOf(one.id, 'Ответ')))).toMatchObject({
      code: 'not_splittable',
    })
    await isSound()
  })

  test('C two agents split the same message: one ticket comes of it', async () => {
    const one = await writeTicket(t.A, 'Первое')
    await reply(t.A, one.id, 'Второе')
    const message = await idOf(one.id, 'Второе')
    const outcomes = await Promise.allSettled([
      split(one.id, message),
      split(one.id, message),
      reply(t.A, one.id, 'Третье'),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await texts(t.A, one.id)).toEqual(['Первое', 'Третье'])
    await isSound()
  })
})

describe('a follow-up', () => {
  test('continues a closed ticket, begins with support, and is unread', async () => {
    const one = await writeTicket(t.A, 'Терминал')
    expect(await refusalOf(goOn(one.id, 'Рано'))).toMatchObject({ code: 'ticket_open' })
    await t.agent.call(closeTicket, at(one.id))
    const unread = (await t.B.call(getUnread, {})).unread ?? 0
    const key = newKey()
    const made = await goOn(one.id, 'Банк ответил', key)
    expect(await goOn(one.id, 'Банк ответил', key)).toEqual(made)
    expect(await refusalOf(goOn(one.id, 'Другое', key))).toMatchObject({ code: 'idempotency_conflict' })
    expect((await t.B.call(getUnread, {})).unread).toBe(unread + 1)
    expect((await t.A.call(listTickets, {})).results[0]).toMatchObject({
      id: made.id,
      last_message: 'Банк ответил',
      unread: 1,
    })
    expect(await t.agent.call(getDeskTicket, at(made.id))).toMatchObject({
      customer: { id: t.walls.A.id },
      assignee: { id: t.walls.agent.id },
      waiting_since: null,
      topic: 'pos',
    })
    expect(await linked(made.id)).toMatchObject([{ id: one.id, kind: 'follow_up', is_later: false }])
    expect(await log(one.id)).toEqual([
      ['followed_up', made.id],
      ['closed', undefined],
    ])
    expect(await log(made.id)).toEqual([['follows', one.id]])
    await reply(t.A, made.id, 'Спасибо')
    await isSound()
  })
})

describe('similar tickets', () => {
  const similar = async (ticketId: string, by = t.agent.call) =>
    (await by(listSimilar, at(ticketId))).results.map(({ id }) => id)

  test('are found by the ticket’s own words in their other forms, the most alike first, in the business only', async () => {
    const own = await writeTicket(t.A, 'Фискальный регистратор не отбивает чеки после обновления')
    const same = await writeTicket(t.A12, 'После обновлений фискальные регистраторы чек не отбивают')
    const alike = await writeTicket(t.B, 'Регистратор молчит, чеки не отбивает')
    const other = await writeTicket(t.B, 'Как добавить официанта?')
    await writeTicket(t.D, 'Фискальный регистратор не отбивает чеки после обновления')
    await answer(t.agent, other.id, 'Фискальный регистратор тут ни при чём, чеки тоже')
    expect(await similar(own.id)).toEqual([same.id, alike.id])
    expect(await t.agent.call(listSimilar, at(own.id))).toMatchObject({ sure: true })
    expect(await similar(other.id)).toEqual([])
    // No word in common, but the same subject; one word in common, but hardly similar.
    const slang = await writeTicket(t.A, 'wi-fi пропал')
    const meant = await writeTicket(t.B, 'Вайфай не ловит')
    expect(await similar(slang.id)).toEqual([meant.id])
    const far = await writeTicket(t.B, 'Официант забыл чеки в регистраторе, гости ждут у входа второй час')
    expect(await t.agent.call(listSimilar, at(far.id))).toMatchObject({ sure: false })
    // A merged ticket is found as the surviving one.
    await t.agent.call(mergeTicket, {
      ...at(same.id),
      body: { into: (await writeTicket(t.A12, 'Сборный')).id },
    })
    const [first] = (await t.agent.call(listSimilar, at(own.id))).results
    expect(first).toMatchObject({
      first_words: expect.stringContaining('обновлений'),
      status: 'awaiting_response',
    })
    expect(first?.id).not.toBe(same.id)
    expect(await refusalOf(similar(own.id, t.agent2.call))).toMatchObject({ code: 'not_found' })
    for (const odd of ['😀', '!!! ???', 'и в на', "' | & ! :* \\ ("]) {
      const { id } = await writeTicket(t.A, odd)
      expect(await similar(id), odd).toEqual([])
    }
  })

  test('words that stand everywhere weigh less than rare ones', () => {
    const share = { касс: 0.4, зав: 0.1, чек: 0.2, и: 0, регистратор: 0, пересменк: 0, банк: 0.01 }
    const telling = mostDistinctive(Object.entries(share).map(([stem, share]) => ({ stem, share })))
    expect(telling.map(({ stem }) => stem)).toEqual(['регистратор', 'пересменк', 'банк', 'зав', 'чек'])
    const [once, word, three, unsaid] = [
      { stems: [], words: ['раз'], beginning: null },
      { stems: [], words: ['слово', 'слов'], beginning: null },
      { stems: [], words: [], beginning: "т'ри" },
      { stems: [], words: [], beginning: null },
    ]
    expect(queryOfTwo([once, word, unsaid, three])).toBe(
      "(('раз') & (('слово' | 'слов') | ('т''ри':*))) | (('слово' | 'слов') & (('т''ри':*)))",
    )
    expect([queryOfTwo([unsaid, once]), queryOfTwo([unsaid]), queryOfTwo([])]).toEqual([
      "('раз')",
      null,
      null,
    ])
  })
})

test('Z I no tickets or texts of others, and only valid input', async () => {
  const one = await writeTicket(t.A, 'Наш')
  await reply(t.A, one.id, 'Ещё')
  const foreign = await writeTicket(t.D, 'Чужой')
  await reply(t.D, foreign.id, 'Чужое')
  const [alien] = (await t.agent2.call(listDeskMessages, at(foreign.id))).results.flatMap(
    (day) => day.results,
  )
  for (const call of [
    () => link(one.id, foreign.id),
    () => link(foreign.id, one.id),
    () => link(one.id, 'abc'),
    () => split(one.id, alien?.id ?? ''),
    () => split(one.id, '999999999'),
    () => split(foreign.id, alien?.id ?? ''),
    () => goOn(foreign.id, 'Чужой'),
    () => t.agent.call(getRelations, at(foreign.id)),
  ])
    expect(await refusalOf(call())).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(link(one.id, one.id, t.A.call))).toMatchObject({ status: 403 })
  for (const text of ['', '   ', 'a\u0000b', 'я'.repeat(10_001)])
    expect(await refusalOf(goOn(one.id, text))).toMatchObject({ status: 400 })
  expectCleanRefusals(t.refusals)
})
