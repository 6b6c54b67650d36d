import { join } from 'node:path'
import { getDeskTicket, listDeskMessages } from '@podmoga/contract/desk/tickets'
import {
  getTicket,
  getUnread,
  listMessages,
  listTickets,
  type MessagePage,
  readMessages,
} from '@podmoga/contract/tickets'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../http/testing-refusals.ts'
import { diskFiles } from '../ports/disk-files.ts'
import { answer, countKept, picture, reply, sheet, useTicketWorld, writeTicket } from './tickets.testing.ts'

const t = useTicketWorld()
/** By A in R11, with two files. */
let TA: string
/** By A in R11, processed. */
let TP: string
/** No ticket has this id. */
const ABSENT = '999999999'

beforeAll(async () => {
  TA = (await writeTicket(t.A, 'Тикет А', [await picture(), await sheet()])).id
  TP = (await writeTicket(t.A, 'Закрытый')).id
  await answer(t.agent, TP, 'Готово', { close: 'true' })
})

const told = (given: LightMyRequestResponse) => ({ status: given.statusCode, body: given.body })

/** The keys in the store. */
const storedKeys = async (): Promise<string[]> => {
  const files = await diskFiles(join(t.world.config.DATA_DIR, 'files'))
  const keys: string[] = []
  for await (const { key } of files.list()) keys.push(key)
  return keys.sort()
}

test('Z01 Z03 a stranger and a colleague of another restaurant cannot tell a ticket from none', async () => {
  for (const stranger of [t.D, t.C])
    for (const tail of ['', 'messages/', 'messages/?page=2']) {
      const foreign = await stranger.raw({ url: `/api/help_desk/tickets/${TA}/${tail}` })
      const absent = await stranger.raw({ url: `/api/help_desk/tickets/${ABSENT}/${tail}` })
      expect(foreign.statusCode).toBe(404)
      expect(told(foreign)).toEqual(told(absent))
    }
  for (const call of [getDeskTicket, listDeskMessages]) {
    const foreign = await refusalOf(t.agent2.call(call, { params: { ticketId: TA } }))
    const absent = await refusalOf(t.agent2.call(call, { params: { ticketId: ABSENT } }))
    expect(foreign).toMatchObject({ status: 404, message: absent.message })
  }
})

test('Z02 a stranger’s reply with a file leaves neither row nor byte', async () => {
  const before = { rows: await countKept(t.world), keys: await storedKeys() }
  for (const stranger of [t.D, t.C])
    expect(await refusalOf(reply(stranger, TA, 'Чужое', [await picture()]))).toMatchObject({ status: 404 })
  expect(await refusalOf(answer(t.agent2, TA, 'Чужое', { files: [await picture()] }))).toMatchObject({
    status: 404,
  })
  expect({ rows: await countKept(t.world), keys: await storedKeys() }).toEqual(before)
})

test('Z04 a colleague of the same restaurant sees the same', async () => {
  const own = (page: MessagePage) =>
    page.results.map((day) => ({
      ...day,
      results: day.results.map(({ is_mine: _mine, attachments, ...message }) => ({
        ...message,
        attachments: attachments.map(({ file_url: _url, ...file }) => file),
      })),
    }))
  const params = { ticketId: TA }
  expect(await t.B.call(getTicket, { params })).toEqual(await t.A.call(getTicket, { params }))
  expect(own(await t.B.call(listMessages, { params }))).toEqual(own(await t.A.call(listMessages, { params })))
  const tickets = async (by: typeof t.A) => {
    const { results, ...page } = await by.call(listTickets, {})
    return { ...page, results: results.map(({ last_is_mine: _mine, ...ticket }) => ticket) }
  }
  expect(await tickets(t.B)).toEqual(await tickets(t.A))
  const page = await t.B.call(listMessages, { params })
  const file = page.results[0]?.results[0]?.attachments[0]
  const opened = await t.B.raw({ url: file?.file_url ?? '' })
  expect(opened.statusCode).toBe(200)
  expect(opened.rawPayload.length).toBe(file?.size)
})

test('Z10 a list holds only the header’s restaurant', async () => {
  const there = await writeTicket(t.A12, 'В другом ресторане')
  const r11 = (await t.A.call(listTickets, {})).results.map((item) => item.id)
  const r12 = (await t.A12.call(listTickets, {})).results.map((item) => item.id)
  expect(r12).toEqual([there.id])
  expect(r11).toContain(TA)
  expect(r11.filter((id) => r12.includes(id))).toEqual([])
  expect(await refusalOf(t.A12.call(getTicket, { params: { ticketId: TA } }))).toMatchObject({ status: 404 })
})

test('Z12 Z14 what others read, and strangers report, stays unread for me', async () => {
  const said = await answer(t.agent, TA, 'Прочитайте')
  const before = (await t.A.call(getUnread, {})).unread
  const body = { ids: [said.id] }
  await t.D.call(readMessages, { body })
  await t.C.call(readMessages, { body })
  expect((await t.A.call(getUnread, {})).unread).toBe(before)
  const mine = await t.B.call(getUnread, {})
  await t.B.call(readMessages, { body })
  expect((await t.B.call(getUnread, {})).unread).toBe(Number(mine.unread) - 1)
  expect((await t.A.call(getUnread, {})).unread).toBe(before)
  expect((await t.A12.call(readMessages, { body })).unread).toBe(0)
  expect((await t.A.call(getUnread, {})).unread).toBe(before)
})

test('Z23 HEAD and OPTIONS tell nothing either', async () => {
  const shape = (given: LightMyRequestResponse) => {
    const { 'x-request-id': _id, date: _date, ...headers } = given.headers
    return { status: given.statusCode, headers, body: given.body }
  }
  for (const method of ['HEAD', 'OPTIONS'] as const)
    for (const tail of ['', 'messages/']) {
      const foreign = await t.D.raw({ method, url: `/api/help_desk/tickets/${TA}/${tail}` })
      const absent = await t.D.raw({ method, url: `/api/help_desk/tickets/${ABSENT}/${tail}` })
      expect(foreign.statusCode).toBeGreaterThanOrEqual(400)
      expect(shape(foreign)).toEqual(shape(absent))
    }
})

test('Z24 a reply to a processed ticket leaves neither row nor byte', async () => {
  const before = { rows: await countKept(t.world), keys: await storedKeys() }
  const refusal = await refusalOf(reply(t.A, TP, 'Ещё', [await picture()]))
  expect(refusal).toMatchObject({ status: 409, code: 'ticket_closed' })
  expect(await refusalOf(answer(t.agent, TP, 'Ещё', { files: [await picture()] }))).toMatchObject({
    status: 409,
  })
  expect({ rows: await countKept(t.world), keys: await storedKeys() }).toEqual(before)
})

test('Z24 closed while the reply was on its way: neither row nor byte', async () => {
  const { id } = await writeTicket(t.A, 'Закроют посреди ответа')
  const before = { rows: await countKept(t.world), keys: await storedKeys() }
  // Holds the ticket's lock until the reply has passed its first check and waits for the lock.
  const { sql } = t.world
  await sql
    .begin(async (tx) => {
      await tx`update tickets set status = 'processed', closed_at = now() where id = ${id}`
      const sent = refusalOf(reply(t.A, id, 'Поздно', [await picture()]))
      for (let waits = 0; waits === 0; ) {
        const [row] = await sql<{ waits: number }[]>`
        select count(*)::int as waits from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
        waits = row?.waits ?? 0
      }
      return { sent }
    })
    .then(async ({ sent }) => expect(await sent).toMatchObject({ code: 'ticket_closed' }))
  expect({ rows: await countKept(t.world), keys: await storedKeys() }).toEqual(before)
})

test('S01 every refusal is Russian and tells nothing of our insides', () =>
  expectCleanRefusals(t.refusals.filter((refusal) => refusal.raw.req.method !== 'HEAD')))
