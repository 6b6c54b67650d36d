import { mergeTicket } from '@podmoga/contract/desk/relations'
import { closeTicket, reopenTicket } from '@podmoga/contract/desk/tickets'
import { listLog } from '@podmoga/contract/desk/work'
import { getTicket, listMessages } from '@podmoga/contract/tickets'
import { getReopening, reopenOwnTicket } from '@podmoga/contract/tickets/reopening'
import { expect, test } from 'vitest'
import { writeSettings } from '../../business/settings/settings.sql.ts'
import { notifySettings } from '../../http/settings.sql.ts'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { MODULES } from '../../modules.ts'
import { retainTickets } from '../retention/retention.ts'
import { openDeskStream } from '../tickets.testing.stream.ts'
import {
  answer,
  countKept,
  expectSound,
  picture,
  reply,
  type TicketActor,
  useTicketWorld,
  writeTicket,
} from '../tickets.testing.ts'
import { listReopened } from './reopening.sql.ts'

const t = useTicketWorld()
const DAY_MS = 24 * 3_600_000

const closed = async (text: string): Promise<string> => {
  const { id } = await writeTicket(t.A, text)
  await answer(t.agent, id, 'Перезагрузите кассу', { close: 'true' })
  return id
}
const reopen = (
  { call }: TicketActor,
  ticketId: string,
  { text = 'Всё равно не печатает', files = [] as readonly File[], key = crypto.randomUUID() as string } = {},
) => call(reopenOwnTicket, { params: { ticketId }, form: { text }, files }, { idempotency_key: key })
const untilOf = ({ call }: TicketActor, ticketId: string) => call(getReopening, { params: { ticketId } })
const messagesOf = async ({ call }: TicketActor, ticketId: string) =>
  (await call(listMessages, { params: { ticketId } })).results.flatMap(({ results }) => results)
const countOf = async (ticket_id: string): Promise<number> => {
  const rows = await t.world.sql`select from ticket_reopenings where ticket_id = ${ticket_id}`
  return rows.count
}
const codeOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).code

test('a processed ticket is reopened with a text and a photo, and the agent who closed it is notified', async () => {
  const base = await t.world.listen()
  const stream = await openDeskStream(base, await t.world.signIn(t.walls.agent.login))
  await stream.next('counts')
  const id = await closed('Касса не печатает')
  expect(await codeOf(reply(t.B, id, 'Не помогло'))).toBe('ticket_closed')
  const { until } = await untilOf(t.B, id)
  expect(Date.parse(until ?? '')).toBeGreaterThan(t.world.clock.now().getTime() + 13 * DAY_MS)

  // Sent twice with one key, it is one reopening.
  const message = { text: 'Всё равно не печатает', files: [await picture()], key: crypto.randomUUID() }
  const [first, again] = await Promise.all([reopen(t.B, id, message), reopen(t.B, id, message)])
  expect(again).toEqual(first)
  expect(first).toMatchObject({ id, status: 'awaiting_response', status_readable: 'Awaiting response' })
  expect(await t.A.call(getTicket, { params: { ticketId: id } })).toEqual(first)
  expect(await codeOf(reopen(t.B, id, { ...message, text: 'Другое' }))).toBe('idempotency_conflict')

  const event = await stream.next('unsolved')
  expect(event.data).toEqual({ ticket_id: id, number: first.number, closed_by: t.walls.agent.id })
  // The conversation and the log show it as a reopening.
  const messages = await messagesOf(t.A, id)
  expect(messages.map(({ text, mark }) => [text, mark])).toEqual([
    ['Касса не печатает', undefined],
    ['Перезагрузите кассу', undefined],
    ['Всё равно не печатает', 'Не решено'],
  ])
  expect(messages[2]).toMatchObject({ from_support: false, attachments: [{ file_name: 'Чек гостя.png' }] })
  const log = await t.agent.call(listLog, { params: { ticketId: id } })
  expect(log.results[0]).toMatchObject({ act: 'reopened', person_name: 'B', to: 'Не решено' })
  expect(await countOf(id)).toBe(1)
  expect(await listReopened(t.world.sql, t.walls.B.id)).toEqual([
    { ticket: first.number, created_at: expect.any(Date) },
  ])
  // From here on it is an ordinary ticket, and may be reopened once more.
  expect(await untilOf(t.A, id)).toEqual({ until: null })
  await reply(t.A, id, 'Вторую кассу тоже')
  await t.agent.call(closeTicket, { params: { ticketId: id } })
  await reopen(t.A, id)
  expect(await countOf(id)).toBe(2)
  await expectSound(t.world)
})

test('a foreign ticket is not found, an open one and bad texts are refused, and nothing of them is stored', async () => {
  const id = await closed('Чужое не видно')
  const open = await writeTicket(t.A, 'Ещё открыт')
  const before = await countKept(t.world)
  const files = [await picture()]
  for (const stranger of [t.A12, t.C, t.D]) {
    expect(await codeOf(reopen(stranger, id, { files }))).toBe('not_found')
    expect(await codeOf(untilOf(stranger, id))).toBe('not_found')
  }
  expect(await codeOf(reopen(t.A, '999999999'))).toBe('not_found')
  expect(await codeOf(reopen(t.A, open.id, { files }))).toBe('ticket_open')
  for (const text of ['', ' \u200b\n', 'а'.repeat(20_001), 'ноль\u0000'])
    expect((await refusalOf(reopen(t.A, id, { text }))).fields).toHaveProperty('text')
  expect(await countKept(t.world)).toEqual(before)
  expect(await countOf(id)).toBe(0)
  // Nobody can write in an archived restaurant.
  const { id: away } = await writeTicket(t.C, 'Ресторан закрывают')
  await answer(t.agent, away, 'Понятно', { close: 'true' })
  await t.world.sql`update restaurants set archived_at = now() where id = ${t.walls.r12}`
  await expect
    .poll(() =>
      untilOf(t.C, away).then(
        () => 'ok',
        ({ code }) => code,
      ),
    )
    .toBe('forbidden')
  expect(await codeOf(reopen(t.C, away))).toBe('forbidden')
  expectCleanRefusals(t.refusals)
})

test('it is too late after fourteen days, or after as many as the business says', async () => {
  const { n1 } = t.walls.businesses
  const set = (reopen_days: number | null) =>
    t.world.sql.begin(async (tx) => {
      await writeSettings(tx, { business_id: n1, changes: { reopen_days }, now: t.world.clock.now() })
      await notifySettings(tx, n1)
    })
  const isOpen = async (id: string) => (await untilOf(t.A, id)).until !== null
  const id = await closed('Две недели')
  t.world.clock.move(14 * DAY_MS - 60_000)
  expect(await isOpen(id)).toBe(true)
  t.world.clock.move(120_000)
  expect(await isOpen(id)).toBe(false)
  const late = await refusalOf(reopen(t.A, id))
  expect([late.code, late.message]).toEqual(['too_late', expect.stringContaining('Создайте новый')])
  await set(30)
  await expect.poll(() => isOpen(id)).toBe(true)
  await set(0)
  await expect.poll(() => isOpen(id)).toBe(false)
  expect(await codeOf(reopen(t.A, await closed('Только что')))).toBe('too_late')
  await set(null)
})

test('of concurrent changes one reopens it, and an old number leads to the surviving ticket', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await closed(`Наперегонки ${round}`)
    const into = await closed(`Куда ${round}`)
    const params = { ticketId: id }
    const outcomes = await Promise.allSettled([
      reopen(t.A, id),
      reopen(t.B, id),
      t.agent.call(reopenTicket, { params }),
      ...(round % 2 === 0 ? [] : [t.agent.call(mergeTicket, { params, body: { into } })]),
    ])
    const codes = outcomes.slice(0, 3).map((one) => (one.status === 'rejected' ? one.reason.code : 'ok'))
    // If it was merged meanwhile, the surviving ticket is reopened instead.
    expect(codes.filter((code) => code !== 'ok' && code !== 'ticket_open')).toEqual([])
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect((await t.A.call(getTicket, { params })).status).toBe('awaiting_response')
  }
  const from = await closed('Прежний номер')
  const into = await closed('Новый номер')
  await t.agent.call(mergeTicket, { params: { ticketId: from }, body: { into } })
  expect(await reopen(t.A, from)).toMatchObject({ id: into, status: 'awaiting_response' })
  await expectSound(t.world)
})

test('a ticket past its retention is deleted with its texts, photos and reopenings', async () => {
  const id = await closed('Старый тикет')
  await reopen(t.A, id, { files: [await picture()] })
  await t.agent.call(closeTicket, { params: { ticketId: id } })
  const keys = await t.world.sql.begin(async (tx) => {
    const { keys } = await retainTickets.take(tx, {
      business_id: t.walls.businesses.n1,
      tickets_before: new Date(t.world.clock.now().getTime() + DAY_MS),
      files_before: null,
      limit: 1000,
      takeAlong: async (db, ids) => {
        const taken: string[] = []
        for (const { takeAlong } of MODULES) taken.push(...((await takeAlong?.(db, ids)) ?? []))
        return taken
      },
    })
    return keys
  })
  expect(keys.length).toBeGreaterThan(0)
  expect(await countOf(id)).toBe(0)
  expect(await codeOf(untilOf(t.A, id))).toBe('not_found')
})
