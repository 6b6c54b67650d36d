import { join } from 'node:path'
import { makeCall } from '@podmoga/contract/client'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket, getUnread, listMessages, listTickets, sendReply } from '@podmoga/contract/tickets'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { expectCleanRefusals, refusalOf } from '../http/testing-refusals.ts'
import { diskFiles } from '../ports/disk-files.ts'
import { loadSecrets } from '../secrets.ts'
import { injectTransport, newKey } from '../testing.ts'
import {
  answer,
  countKept,
  multipart,
  picture,
  sheet,
  useTicketWorld,
  writeTicket,
} from './tickets.testing.ts'

const t = useTicketWorld()
let kept: NonNullable<Awaited<ReturnType<typeof countKept>>>
beforeEach(async () => {
  kept = await countNow()
})

const countNow = async () => {
  const counted = await countKept(t.world)
  if (counted === undefined) throw new Error('nothing was counted')
  return counted
}

const grown = async () => {
  const now = await countNow()
  return {
    tickets: now.tickets - kept.tickets,
    messages: now.messages - kept.messages,
    attachments: now.attachments - kept.attachments,
    stored: now.stored - kept.stored,
  }
}

const form = { category: 'other', topic: '', initial_message: 'Дважды нажали' } as const

test('I01 I05 two clicks at once are one ticket, and both get it', async () => {
  const idempotency_key = newKey()
  const files = [await picture()]
  const made = await Promise.all(
    [1, 2, 3].map(() => t.A.call(createTicket, { form, files }, { idempotency_key })),
  )
  expect(new Set(made.map((ticket) => ticket.id)).size).toBe(1)
  expect(await grown()).toEqual({ tickets: 1, messages: 1, attachments: 1, stored: 1 })
})

test('I02 a retry after a lost answer is the same ticket, its files are there once', async () => {
  const idempotency_key = newKey()
  const files = [await picture(), await sheet()]
  const first = await t.A.call(createTicket, { form, files }, { idempotency_key })
  expect(await t.A.call(createTicket, { form, files }, { idempotency_key })).toEqual(first)
  expect(await grown()).toEqual({ tickets: 1, messages: 1, attachments: 2, stored: 2 })
})

test('I05 a second server on the same base waits for the first and gives its answer', async () => {
  const { world } = t
  const dir = world.config.DATA_DIR
  const second = await buildApp({
    ...world,
    files: await diskFiles(join(dir, 'files')),
    secrets: await loadSecrets(join(dir, 'secrets.json')),
    log: pino({ level: 'silent' }),
  })
  const token = await world.signIn(t.walls.A.login)
  const there = makeCall({
    base_url: '/api/',
    transport: injectTransport(second),
    headers: () => ({ authorization: `Bearer ${token}`, authrestaurantid: t.walls.r11 }),
  })
  const idempotency_key = newKey()
  const input = { form, files: [await picture()] }
  const made = await Promise.all([
    t.A.call(createTicket, input, { idempotency_key }),
    there(createTicket, input, { idempotency_key }),
    t.A.call(createTicket, input, { idempotency_key }),
    there(createTicket, input, { idempotency_key }),
  ])
  expect(new Set(made.map((ticket) => ticket.id)).size).toBe(1)
  expect(await grown()).toEqual({ tickets: 1, messages: 1, attachments: 1, stored: 1 })
  await second.close()
})

test('I07 without a key two same tickets are two', async () => {
  const post = () =>
    t.A.raw({
      method: 'POST',
      url: '/api/help_desk/tickets/',
      ...multipart(Object.entries(form).map(([name, value]) => ({ name, value }))),
    })
  const [one, other] = [await post(), await post()]
  expect(one.json().id).not.toBe(other.json().id)
  expect((await grown()).tickets).toBe(2)
})

test('I08 a reply repeated at once or later is one message, unread once', async () => {
  const { id } = await writeTicket(t.A)
  const unread = Number((await t.A.call(getUnread, {})).unread)
  const key = { idempotency_key: newKey() }
  const mine = { params: { ticketId: id }, form: { text: 'Ответ' }, files: [await picture()] }
  const replies = await Promise.all([1, 2].map(() => t.B.call(sendReply, mine, key)))
  replies.push(await t.B.call(sendReply, mine, key))
  for (const message of replies) expect(message).toEqual(replies[0])
  expect(replies[0]?.attachments).toHaveLength(1)

  const their = { idempotency_key: newKey() }
  const input = { params: { ticketId: id }, form: { text: 'Ответ поддержки' } }
  await Promise.all([1, 2].map(() => t.agent.call(sendDeskReply, input, their)))
  await t.agent.call(sendDeskReply, input, their)
  expect((await t.A.call(getUnread, {})).unread).toBe(unread + 1)
  const page = await t.A.call(listMessages, { params: { ticketId: id } })
  expect(page.results.flatMap((day) => day.results)).toHaveLength(3)
})

test('a repeated reply is answered even when the ticket has been processed meanwhile', async () => {
  const { id } = await writeTicket(t.A)
  const key = { idempotency_key: newKey() }
  const input = { params: { ticketId: id }, form: { text: 'Спасибо' } }
  const first = await t.A.call(sendReply, input, key)
  await answer(t.agent, id, 'Закрываю', { close: 'true' })
  expect(await t.A.call(sendReply, input, key)).toEqual(first)
})

test('the same key with anything else is a conflict that leaves nothing', async () => {
  const { id } = await writeTicket(t.A)
  const key = { idempotency_key: newKey() }
  const files = [await picture()]
  await t.A.call(createTicket, { form, files }, key)
  kept = await countNow()
  const [other, renamed] = [await sheet(), await picture('Другое имя.png')]
  const tries = [
    () => t.A.call(createTicket, { form: { ...form, initial_message: 'Другое' }, files }, key),
    () => t.A.call(createTicket, { form, files: [other] }, key),
    () => t.A.call(createTicket, { form, files: [renamed] }, key),
    () => t.A.call(createTicket, { form }, key),
    () => t.A12.call(createTicket, { form, files }, key),
    () => t.A.call(sendReply, { params: { ticketId: id }, form: { text: 'Дважды нажали' } }, key),
  ]
  for (const attempt of tries)
    expect(await refusalOf(attempt())).toMatchObject({ status: 409, code: 'idempotency_conflict' })
  expect(await grown()).toEqual({ tickets: 0, messages: 0, attachments: 0, stored: 0 })
})

test('a key belongs to its person, lives for 24 hours and is a UUID', async () => {
  const idempotency_key = newKey()
  const first = await t.A.call(createTicket, { form }, { idempotency_key })
  const other = await t.B.call(createTicket, { form }, { idempotency_key })
  expect(other.id).not.toBe(first.id)
  expect(
    (await t.A.call(createTicket, { form }, { idempotency_key: idempotency_key.toUpperCase() })).id,
  ).toBe(first.id)
  t.world.clock.move(24 * 3_600_000 + 1)
  const later = await t.A.call(
    createTicket,
    { form: { ...form, initial_message: 'Через сутки' } },
    { idempotency_key },
  )
  expect(later.id).not.toBe(first.id)
  // UUIDs of any version: some clients count, or derive theirs from a text.
  const plain = { idempotency_key: '11111111-1111-1111-1111-111111111111' }
  const made = await t.A.call(createTicket, { form }, plain)
  expect(await t.A.call(createTicket, { form }, plain)).toEqual(made)
  for (const bad of ['', '1', 'not-a-uuid', 'a'.repeat(1000), `${idempotency_key}0`])
    expect(await refusalOf(t.A.call(createTicket, { form }, { idempotency_key: bad }))).toMatchObject({
      status: 400,
    })
  t.world.clock.move(7 * 24 * 3_600_000)
  const [old] = await t.world.sql<{ entries: number }[]>`
    select count(*)::int as entries from idempotency where created_at <= ${new Date(t.world.clock.now().getTime() - 8 * 24 * 3_600_000)}`
  for (let round = 0; round < 5; round += 1) await writeTicket(t.A)
  const [left] = await t.world.sql<{ entries: number }[]>`
    select count(*)::int as entries from idempotency where created_at <= ${new Date(t.world.clock.now().getTime() - 8 * 24 * 3_600_000)}`
  expect(old?.entries).toBeGreaterThan(0)
  expect(left?.entries).toBe(0)
})

test('a ticket that could not be written leaves neither row nor file, and its key is free', async () => {
  const { sql } = t.world
  const idempotency_key = newKey()
  const files = [await picture()]
  await sql`alter table messages add constraint broken check (text <> 'Сломано') not valid`
  const broken = { form: { ...form, initial_message: 'Сломано' }, files }
  const refusal = await refusalOf(t.A.call(createTicket, broken, { idempotency_key }))
  expect(refusal).toMatchObject({ status: 500, message: 'Internal server error' })
  expect(await grown()).toEqual({ tickets: 0, messages: 0, attachments: 0, stored: 0 })
  await sql`alter table messages drop constraint broken`
  const made = await t.A.call(createTicket, broken, { idempotency_key })
  expect((await t.A.call(listTickets, {})).results[0]?.id).toBe(made.id)
  t.refusals.splice(0, t.refusals.length, ...t.refusals.filter((one) => one.statusCode !== 500))
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
