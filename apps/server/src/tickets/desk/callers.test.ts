import { getDeskTicket, listQueue } from '@podmoga/contract/desk/tickets'
import { listLog } from '@podmoga/contract/desk/work'
import { getTicket, getUnread, listMessages, listTickets } from '@podmoga/contract/tickets'
import { openTicketForCaller } from '@podmoga/contract/tickets/callers'
import { beforeAll, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { addPerson, addRestaurant, disablePerson } from '../../session/session.testing.ts'
import { newKey } from '../../testing.ts'
import { answer, countKept, expectSound, reply, useTicketWorld } from '../tickets.testing.ts'

const t = useTicketWorld()
let facts: { customer: string; restaurant: string; category: 'other'; text: string }
beforeAll(() => {
  facts = { customer: t.walls.A.id, restaurant: t.walls.r11, category: 'other', text: 'Касса не включается' }
})

const open = (body: object = {}, by = t.agent.call, idempotency_key = newKey()) =>
  by(openTicketForCaller, { body: { ...facts, ...body } }, { idempotency_key })
const at = (ticketId: string) => ({ params: { ticketId } })
const mine = async (actor = t.A) => (await actor.call(listTickets, { query: { page_size: '100' } })).results

test('a ticket for a caller is theirs: in their list, in the queue, answered like any other; its log names who opened it', async () => {
  const { id, number } = await open({ category: 'technical_issue', topic: 'pos' })
  expect((await mine()).find((ticket) => ticket.id === id)).toMatchObject({
    number,
    category: 'Техническая проблема',
    last_message: facts.text,
    last_author: 'A',
    last_is_mine: true,
    last_from_support: false,
    unread: 0,
  })
  expect((await mine(t.B)).find((ticket) => ticket.id === id)).toMatchObject({ last_is_mine: false })
  expect(await mine(t.A12)).toEqual([])
  expect(await t.A.call(getTicket, at(id))).toMatchObject({ initial_message: facts.text, topic: 'pos' })
  const { results: days } = await t.A.call(listMessages, at(id))
  expect(days.flatMap((day) => day.results)).toMatchObject([{ is_mine: true, from_support: false }])

  const { results } = await t.agent.call(listQueue, { query: { waiting: 'true' } })
  expect(results.find((ticket) => ticket.id === id)).toMatchObject({ assignee: null, customer_name: 'A' })
  expect(await t.agent.call(getDeskTicket, at(id))).toMatchObject({ customer: { id: t.walls.A.id } })
  const log = await t.agent.call(listLog, at(id))
  expect(log.results).toMatchObject([{ act: 'opened', person_name: 'agent', from: null, to: null }])

  const { unread: before } = await t.A.call(getUnread, {})
  await answer(t.agent, id, 'Включите её в розетку')
  expect(await t.A.call(getUnread, {})).toEqual({ unread: Number(before) + 1 })
  await reply(t.A, id, 'Включилась')
  await expectSound(t.world)
})

test('an invited person may call before they have ever signed in; the topic may be left out', async () => {
  const { sql } = t.world
  const newcomer = await addPerson(sql, {
    business_id: t.walls.businesses.n1,
    email: 'newcomer@walls.test',
    restaurants: [t.walls.r11],
  })
  await sql`update people set joined_at = null, password_hash = null where id = ${newcomer.id}`
  const { id } = await open({ customer: newcomer.id, category: 'trouble_paying' })
  expect(await t.agent.call(getDeskTicket, at(id))).toMatchObject({
    category: 'trouble_paying',
    topic: null,
    topic_readable: null,
    customer: { id: newcomer.id },
  })
})

test('the same key is one ticket, also pressed twice at once; with other words it is a conflict', async () => {
  const before = await countKept(t.world)
  const key = newKey()
  const made = await Promise.all([1, 2, 3].map(() => open({}, t.agent.call, key)))
  expect(await open({}, t.agent.call, key)).toEqual(made[0])
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect((await t.agent.call(listLog, at(made[0]?.id ?? ''))).total_items).toBe(1)
  expect((await countKept(t.world))?.tickets).toBe(Number(before?.tickets) + 1)
  expect(await refusalOf(open({ text: 'Другое' }, t.agent.call, key))).toMatchObject({
    code: 'idempotency_conflict',
  })
})

test('the number of a card is cut before it is kept', async () => {
  const { id } = await open({ text: 'Гость платил картой 4111 1111 1111 1111' })
  expect(await t.A.call(getTicket, at(id))).toMatchObject({
    initial_message: 'Гость платил картой 411111******1111',
  })
})

test('only agents open tickets, and only in restaurants and for people of their businesses', async () => {
  const { sql } = t.world
  const { A, C, D, G, r12, r21, businesses } = t.walls
  const closed = await addRestaurant(sql, { business_id: businesses.n1, name: 'Закрытый' })
  await sql`insert into memberships (person_id, restaurant_id) values (${A.id}, ${closed})`
  await sql`update restaurants set archived_at = now() where id = ${closed}`
  await disablePerson(sql, G.id)
  const before = await countKept(t.world)

  for (const body of [
    { restaurant: r21, customer: D.id },
    { restaurant: r21 },
    { restaurant: '999999' },
    { restaurant: 'all' },
    { restaurant: closed },
    { device: 'd'.repeat(22) },
  ])
    expect(await refusalOf(open(body)), JSON.stringify(body)).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(open({}, t.agent2.call))).toMatchObject({ code: 'not_found' })

  for (const customer of [C.id, D.id, G.id, t.walls.agent.id, '999999', 'me']) {
    const refused = await refusalOf(open({ customer }))
    expect(refused, customer).toMatchObject({
      code: 'invalid',
      fields: { customer: 'Этот человек не работает в этом ресторане' },
    })
  }
  expect((await refusalOf(open({ customer: t.walls.B.id, restaurant: r12 }))).code).toBe('invalid')
  for (const [field, body] of Object.entries({
    text: { text: ' ' },
    category: { category: 'nothing' },
    topic: { category: 'trouble_paying', topic: 'pos' },
  }))
    expect((await refusalOf(open(body))).fields, field).toHaveProperty(field)

  for (const by of [t.A.call, t.D.call])
    expect(await refusalOf(open({}, by))).toMatchObject({ status: 403, code: 'forbidden' })
  const editor = t.world.as({ token: await t.world.signIn(t.walls.editor.login) })
  expect(await refusalOf(open({}, editor))).toMatchObject({ code: 'forbidden' })
  expect(await refusalOf(open({}, t.world.as({})))).toMatchObject({ code: 'unauthorized' })
  expect(await countKept(t.world)).toEqual(before)
  expectCleanRefusals(t.refusals)
})
