import {
  getLimits,
  getTicket,
  getUnread,
  listAppealTypes,
  listMessages,
  listModuleTypes,
  listPaymentIssueTypes,
  listTickets,
  type MessagePage,
  readMessages,
} from '@podmoga/contract/tickets'
import { describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../http/testing-refusals.ts'
import { answer, picture, reply, sheet, useTicketWorld, writeTicket } from './tickets.testing.ts'

const t = useTicketWorld()

const texts = (page: MessagePage) => page.results.flatMap((day) => day.results.map((message) => message.text))

describe('a conversation', () => {
  let id: string

  test('a new ticket has the business’s next number and stands first in the list', async () => {
    const first = await writeTicket(t.A, 'Первый')
    const second = await writeTicket(t.A, 'Касса не печатает\nчек', [await picture(), await sheet()])
    expect(second.number).toBe(first.number + 1)
    id = second.id
    const list = await t.A.call(listTickets, {})
    expect(list).toMatchObject({ total_items: 2, total_pages: 1 })
    expect(list.results[0]).toEqual({
      id,
      number: second.number,
      category: 'Техническая проблема',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      last_message: 'Касса не печатает\nчек',
      unread: 0,
      last_author: 'A',
      last_is_mine: true,
      last_from_support: false,
      last_pictures: 1,
    })
  })

  test('the ticket tells its category, topic and initial message', async () => {
    expect(await t.A.call(getTicket, { params: { ticketId: id } })).toMatchObject({
      id,
      status: 'awaiting_response',
      status_readable: 'Awaiting response',
      category: 'technical_issue',
      category_readable: 'Техническая проблема',
      topic: 'pos',
      topic_readable: 'Касса',
      initial_message: 'Касса не печатает\nчек',
    })
  })

  test('its first message is the initial one with its files in the order attached', async () => {
    const page = await t.A.call(listMessages, { params: { ticketId: id } })
    expect(page).toMatchObject({ current_page: 1, total_pages: 1 })
    const [message] = page.results[0]?.results ?? []
    expect(message).toMatchObject({
      text: 'Касса не печатает\nчек',
      user_name: 'A',
      user_image: null,
      is_mine: true,
      from_support: false,
    })
    expect(message?.attachments.map((file) => [file.file_name, file.content_type])).toEqual([
      ['Чек гостя.png', 'image/png'],
      ['Счёт №5 — копия.pdf', 'application/pdf'],
    ])
    const opened = await t.A.raw({ url: message?.attachments[1]?.file_url ?? '' })
    expect(opened.statusCode).toBe(200)
    expect(opened.rawPayload.length).toBe(message?.attachments[1]?.size)
  })

  test('an answer of support is unread for each colleague until they read it', async () => {
    const said = await answer(t.agent, id, 'Проверьте бумагу', { files: [await picture('Где крышка.png')] })
    expect(said).toMatchObject({ from_support: true, is_mine: true, user_name: 'agent' })
    expect(await t.A.call(getUnread, {})).toEqual({ unread: 1 })
    expect((await t.A.call(listTickets, {})).results[0]).toMatchObject({ id, unread: 1 })
    const page = await t.A.call(listMessages, { params: { ticketId: id } })
    expect(page.results.at(-1)?.results.at(-1)).toMatchObject({
      id: said.id,
      is_mine: false,
      from_support: true,
      is_unread: true,
    })
    expect(await t.A.call(readMessages, { body: { ids: [said.id] } })).toEqual({ ok: true, unread: 0 })
    const read = await t.A.call(listMessages, { params: { ticketId: id } })
    expect(read.results.at(-1)?.results.at(-1)?.is_unread).toBeUndefined()
    expect(await t.B.call(getUnread, {})).toEqual({ unread: 1 })
    expect((await t.A.call(listTickets, {})).results[0]?.unread).toBe(0)
  })

  test('a colleague carries on, and the ticket moves to the top', async () => {
    const other = await writeTicket(t.A, 'Новее')
    expect((await t.A.call(listTickets, {})).results[0]?.id).toBe(other.id)
    // Tickets that wait for the restaurant are shown above the first page, and nowhere else.
    const yoursOf = async (of: typeof t.A, query: { page?: string; status?: 'processed'; search?: string }) =>
      (await of.call(listTickets, { query: { page_size: '1', ...query } })).yours
    const waiting = { id, number: expect.any(Number), last_message: 'Проверьте бумагу' }
    expect((await yoursOf(t.B, {}))?.[0]).toMatchObject(waiting)
    // A ticket that the page shows is not repeated.
    const { results, yours = [] } = await t.B.call(listTickets, { query: { page_size: '2' } })
    expect(results.map((one) => one.id)).toContain(id)
    expect(yours.map((one) => one.id)).not.toContain(id)
    for (const query of [{ page: '2' }, { status: 'processed' as const }, { search: 'бумагу' }])
      expect(await yoursOf(t.A, query)).toBeUndefined()
    expect(JSON.stringify((await yoursOf(t.D, {})) ?? [])).not.toContain('Проверьте бумагу')
    const said = await reply(t.B, id, 'Бумага на месте')
    expect(said).toMatchObject({ text: 'Бумага на месте', user_name: 'B', is_mine: true, attachments: [] })
    expect((await t.A.call(listTickets, {})).results[0]).toMatchObject({
      id,
      last_message: 'Бумага на месте',
      last_author: 'B',
      last_is_mine: false,
      last_from_support: false,
      last_pictures: 0,
    })
    expect((await yoursOf(t.A, {}))?.map((one) => one.id) ?? []).not.toContain(id)
    expect(texts(await t.A.call(listMessages, { params: { ticketId: id } }))).toEqual([
      'Касса не печатает\nчек',
      'Проверьте бумагу',
      'Бумага на месте',
    ])
  })

  test('a processed ticket is in the archive and takes no reply', async () => {
    await answer(t.agent, id, 'Готово', { close: 'true' })
    expect(await t.A.call(getTicket, { params: { ticketId: id } })).toMatchObject({
      status: 'processed',
      status_readable: 'Processed',
    })
    expect((await t.A.call(listTickets, {})).results.map((item) => item.id)).not.toContain(id)
    const archive = await t.A.call(listTickets, { query: { status: 'processed' } })
    expect(archive).toMatchObject({ total_items: 1, results: [{ id, last_from_support: true }] })
    const refusal = await refusalOf(reply(t.A, id, 'Ещё вопрос'))
    expect(refusal).toMatchObject({ code: 'ticket_closed', status: 409 })
  })
})

test('days are counted in the restaurant’s zone, and time never runs back inside a ticket', async () => {
  const { world, walls, A } = t
  await world.sql`update restaurants set timezone = 'Pacific/Kiritimati' where id = ${walls.r11}`
  const { id } = await writeTicket(A, 'Сегодня')
  world.clock.move(24 * 3_600_000)
  await reply(A, id, 'Завтра')
  world.clock.move(-24 * 3_600_000)
  await reply(A, id, 'Часы ушли назад')
  const page = await A.call(listMessages, { params: { ticketId: id } })
  const [first, second] = page.results
  const zone = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati', dateStyle: 'short' })
  expect(page.results).toHaveLength(2)
  for (const day of page.results)
    for (const message of day.results) expect(zone.format(new Date(message.created_at))).toBe(day.date)
  expect(first?.results.map((message) => message.text)).toEqual(['Сегодня'])
  expect(second?.results.map((message) => message.text)).toEqual(['Завтра', 'Часы ушли назад'])
  expect(second?.results[0]?.created_at).toBe(second?.results[1]?.created_at)
  await world.sql`update restaurants set timezone = 'Asia/Tashkent' where id = ${walls.r11}`
})

test('people without a name are named by their side', async () => {
  const { world, walls, A, agent } = t
  const { id } = await writeTicket(A)
  await answer(agent, id, 'Здравствуйте')
  await world.sql`update people set first_name = null where id in (${walls.A.id}, ${walls.agent.id})`
  const page = await A.call(listMessages, { params: { ticketId: id } })
  expect(page.results.flatMap((day) => day.results.map((message) => message.user_name))).toEqual([
    'Сотрудник',
    'Поддержка',
  ])
  await world.sql`update people set first_name = case when id = ${walls.A.id} then 'A' else 'agent' end
    where id in (${walls.A.id}, ${walls.agent.id})`
})

test('the choices and the limits are the contract’s', async () => {
  expect((await t.A.call(listAppealTypes, {})).map((type) => type.key)).toEqual([
    'technical_issue',
    'functionality_issue',
    'trouble_paying',
    'other',
  ])
  expect(await t.A.call(listModuleTypes, {})).toContainEqual({ key: 'pos', name: 'Касса' })
  expect(await t.A.call(listPaymentIssueTypes, {})).toContainEqual({ key: 'payme', name: 'Payme' })
  expect(await t.A.call(getLimits, {})).toEqual({
    max_file_size: 20 * 1024 * 1024,
    max_files: 10,
    max_total_size: 50 * 1024 * 1024,
    promise: null,
    promises: {},
    opens_at: null,
    accept: ['.jpg', '.jpeg', '.png', '.pdf', '.doc', '.docx', '.xls', '.xlsx', '.ppt', '.pptx'],
  })
})

test('S09 answers hold exactly the contract’s keys, and nothing of an agent but the name', async () => {
  const { id } = await writeTicket(t.A, 'Ключи', [await picture()])
  await answer(t.agent, id, 'Ответ')
  const keys = (value: unknown): string[] => Object.keys(value as object).sort()
  const get = async (path: string) => (await t.A.raw({ url: `/api/help_desk/${path}` })).json()
  const list = await get('tickets/?page_size=1')
  expect(keys(list)).toEqual(['results', 'total_items', 'total_pages', 'yours'])
  expect(keys(list.yours[0])).toEqual(['category', 'created_at', 'id', 'last_message', 'number'])
  expect(keys(list.results[0])).toEqual([
    'category',
    'created_at',
    'id',
    'last_author',
    'last_from_support',
    'last_is_mine',
    'last_message',
    'last_pictures',
    'number',
    'unread',
  ])
  expect(keys(await get(`tickets/${id}/`))).toEqual([
    'assignee_name',
    'category',
    'category_readable',
    'created_at',
    'id',
    'initial_message',
    'number',
    'status',
    'status_readable',
    'topic',
    'topic_readable',
  ])
  const page = await get(`tickets/${id}/messages/`)
  expect(keys(page)).toEqual(['current_page', 'results', 'total_pages'])
  expect(keys(page.results[0])).toEqual(['date', 'results'])
  const [first] = page.results[0].results
  expect(keys(first)).toEqual([
    'attachments',
    'created_at',
    'from_support',
    'id',
    'is_mine',
    'text',
    'user_image',
    'user_name',
  ])
  expect(keys(first.attachments[0])).toEqual(['content_type', 'file_name', 'file_url', 'id', 'size'])
  expect(JSON.stringify(page)).not.toContain('@walls.test')
  expect(keys(await get('messages/unread/'))).toEqual(['unread'])
})

test('S04 an unknown call is refused in JSON', async () => {
  const unknown = await t.A.raw({ url: '/api/help_desk/nothing/' })
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json()).toMatchObject({ code: 'not_found' })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
