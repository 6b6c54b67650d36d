import { ENDPOINTS } from '@podmoga/contract/all'
import {
  closeTicket,
  getDesk,
  getDeskTicket,
  listDeskMessages,
  listDeskRestaurants,
  reopenTicket,
} from '@podmoga/contract/desk/tickets'
import { getUnread, listTickets } from '@podmoga/contract/tickets'
import { describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { answer, picture, reply, useTicketWorld, writeTicket } from '../tickets.testing.ts'

const t = useTicketWorld()

describe('a ticket at the desk', () => {
  test('shows the customer, their restaurant and their other tickets', async () => {
    const { world, walls } = t
    const past = await writeTicket(t.A12, 'Раньше')
    const { id, number } = await writeTicket(t.A, 'Теперь')
    for (let other = 0; other < 12; other += 1) await writeTicket(t.A, `Позже ${other}`)
    await world.sql`update people set last_name = 'Каримова', phone = '+998901112233', country_code = 'UZ',
      region = 'Ташкент', email_verified_at = now() where id = ${walls.A.id}`
    const ticket = await t.agent.call(getDeskTicket, { params: { ticketId: id } })
    expect(ticket).toMatchObject({
      id,
      number,
      status_readable: 'Awaiting response',
      topic: 'pos',
      closed_at: null,
      business: { id: walls.businesses.n1, name: 'Первый бизнес', network: 'n1' },
      restaurant: { id: walls.r11, name: 'Ресторан 11', timezone: 'Asia/Tashkent' },
      customer: {
        id: walls.A.id,
        first_name: 'A',
        last_name: 'Каримова',
        email: walls.A.login,
        is_email_verified: true,
        phone: '+998901112233',
        country: 'Узбекистан',
        region: 'Ташкент',
        image: null,
      },
    })
    expect(ticket.past_tickets).toHaveLength(10)
    const first = await t.agent.call(getDeskTicket, { params: { ticketId: past.id } })
    expect(first.past_tickets.map((one) => one.id)).not.toContain(past.id)
    expect(first.past_tickets[0]).toMatchObject({ category_readable: 'Техническая проблема' })
  })

  test('its conversation is the one that staff see, with their own marks', async () => {
    const { id } = await writeTicket(t.A, 'Вопрос', [await picture()])
    await answer(t.agent, id, 'Ответ')
    const page = await t.agent.call(listDeskMessages, { params: { ticketId: id } })
    expect(page.results.flatMap((day) => day.results)).toMatchObject([
      { text: 'Вопрос', is_mine: false, from_support: false, attachments: [{ file_name: 'Чек гостя.png' }] },
      { text: 'Ответ', is_mine: true, from_support: true },
    ])
    const file = page.results[0]?.results[0]?.attachments[0]
    expect((await t.agent.raw({ url: file?.file_url ?? '' })).statusCode).toBe(200)
  })

  test('closing a closed and reopening an open ticket are refused, and each act is logged', async () => {
    const { id } = await writeTicket(t.A, 'Туда и обратно')
    const params = { ticketId: id }
    expect(await refusalOf(t.agent.call(reopenTicket, { params }))).toMatchObject({
      status: 409,
      code: 'ticket_open',
    })
    expect(await t.agent.call(closeTicket, { params })).toEqual({
      id,
      status: 'processed',
      status_readable: 'Processed',
    })
    expect(await refusalOf(t.agent.call(closeTicket, { params }))).toMatchObject({ code: 'ticket_closed' })
    expect(await refusalOf(answer(t.agent, id, 'Поздно'))).toMatchObject({ code: 'ticket_closed' })
    const closed = await t.agent.call(getDeskTicket, { params })
    expect(closed).toMatchObject({ status: 'processed', waiting_since: null, closed_at: expect.any(String) })
    expect(await t.agent.call(reopenTicket, { params })).toMatchObject({ status: 'awaiting_response' })
    await reply(t.A, id, 'Снова открыт')
    await answer(t.agent, id, 'И снова закрыт', { close: 'true' })
    const entries = await t.world.sql`
      select event, person_id, session_id is not null as session, ip, detail from audit
      where detail->>'ticket_id' = ${id} order by id`
    const entry = { person_id: t.walls.agent.id, session: true, ip: '127.0.0.1', detail: { ticket_id: id } }
    expect([...entries]).toEqual(
      ['ticket_closed', 'ticket_reopened', 'ticket_closed'].map((event) => ({ event, ...entry })),
    )
  })

  test('closes and reopens at once in one restaurant do not wait for each other', async () => {
    const ids: string[] = []
    for (let ticket = 0; ticket < 20; ticket += 1) ids.push((await writeTicket(t.A)).id)
    for (const ticketId of ids.slice(10)) await t.agent.call(closeTicket, { params: { ticketId } })
    await Promise.all(
      ids.map((ticketId, index) =>
        t.agent.call(index < 10 ? closeTicket : reopenTicket, { params: { ticketId } }),
      ),
    )
    const [wrong] = await t.world.sql<{ wrong: number }[]>`
      select count(*)::int as wrong from ticket_counts c
      where items <> (select count(*) from tickets t where t.restaurant_id = c.restaurant_id and t.status = c.status)`
    expect(wrong?.wrong).toBe(0)
  })
})

test('people with a desk role get their roles and businesses; nobody else is let in', async () => {
  const { world, walls, A, agent } = t
  expect(await agent.call(getDesk, {})).toEqual({
    id: walls.agent.id,
    first_name: 'agent',
    image: null,
    roles: ['agent'],
    businesses: [{ id: walls.businesses.n1, name: 'Первый бизнес' }],
  })
  expect(await agent.call(listDeskRestaurants, {})).toEqual({
    restaurants: [
      { id: walls.r11, name: 'Ресторан 11', groups: [] },
      { id: walls.r12, name: 'Ресторан 12', groups: [] },
    ],
  })
  expect(await refusalOf(A.call(getDesk, {}))).toMatchObject({ status: 403 })
  const editor = world.as({ token: await world.signIn(walls.editor.login) })
  expect((await editor(getDesk, {})).roles).toEqual(['editor'])
  const { id } = await writeTicket(A)
  const agentCalls = ENDPOINTS.filter((call) => call.auth === 'agent')
  expect(agentCalls.length).toBeGreaterThan(5)
  for (const call of agentCalls) {
    const input = { params: { ticketId: id }, form: { text: 'Нельзя' } }
    expect(await refusalOf(editor(call, input as never)), call.name).toMatchObject({ status: 403 })
    expect(await refusalOf(A.call(call, input as never)), call.name).toMatchObject({ status: 403 })
  }
})

test('an agent of another business finds no ticket to read, answer, close or reopen', async () => {
  const { id } = await writeTicket(t.A, 'Не для чужих')
  const params = { ticketId: id }
  for (const call of [getDeskTicket, listDeskMessages, closeTicket, reopenTicket])
    expect(await refusalOf(t.agent2.call(call, { params }))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await refusalOf(answer(t.agent2, id, 'Чужой'))).toMatchObject({ status: 404 })
  const [item] = (await t.A.call(listTickets, {})).results
  expect(item).toMatchObject({ id, last_message: 'Не для чужих' })
})

test('an answer is not unread for colleagues of other restaurants', async () => {
  const before = (await t.C.call(getUnread, {})).unread
  const { id } = await writeTicket(t.A)
  await answer(t.agent, id, 'Только для R11')
  expect((await t.C.call(getUnread, {})).unread).toBe(before)
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
