import { closeTicket, listQueue, reopenTicket } from '@podmoga/contract/desk/tickets'
import { openSql } from '@podmoga/sql/sql'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { answer, reply, useTicketWorld, writeTicket } from '../tickets.testing.ts'
import { listArchiveRows, listQueueRows } from './queue.sql.ts'

const t = useTicketWorld()

const queue = (query: Record<string, string> = {}) => t.agent.call(listQueue, { query: query as object })

const numbers = async (query: Record<string, string> = {}) =>
  (await queue(query)).results.map((item) => item.number)

const MINUTE = 60_000

describe('the queue', () => {
  let waitsLongest: { id: string; number: number }
  let answered: { id: string; number: number }
  let newest: { id: string; number: number }

  beforeAll(async () => {
    const { world, A, A12, B, D, agent } = t
    answered = await writeTicket(A, 'Отвеченный')
    world.clock.move(MINUTE)
    waitsLongest = await writeTicket(A12, 'Ждёт дольше всех')
    world.clock.move(MINUTE)
    newest = await writeTicket(B, 'Новый')
    await writeTicket(D, 'Чужой бизнес')
    world.clock.move(MINUTE)
    await answer(agent, answered.id, 'Ответ')
    await reply(A12, waitsLongest.id, 'Вы тут?')
  })

  test('who waits longest stands first, who has an answer stands last', async () => {
    const list = await queue()
    expect(list).toMatchObject({ total_items: 3, total_pages: 1, waiting_items: 2 })
    expect(list.results.map((item) => item.number)).toEqual([
      waitsLongest.number,
      newest.number,
      answered.number,
    ])
    const [first, , last] = list.results
    expect(first).toMatchObject({
      id: waitsLongest.id,
      status: 'awaiting_response',
      category: 'technical_issue',
      category_readable: 'Техническая проблема',
      topic_readable: 'Касса',
      restaurant: { id: t.walls.r12, name: 'Ресторан 12' },
      customer_name: 'A',
      last_message: 'Вы тут?',
      last_from_support: false,
    })
    expect(first?.waiting_since).toBe(first?.created_at)
    expect(last).toMatchObject({ last_from_support: true, waiting_since: null })
  })

  test('a question after an answer waits anew, behind those who have waited', async () => {
    t.world.clock.move(MINUTE)
    const question = await reply(t.A, answered.id, 'А теперь?')
    const list = await queue()
    expect(list.waiting_items).toBe(3)
    expect(list.results.at(-1)).toMatchObject({ number: answered.number, waiting_since: question.created_at })
    await answer(t.agent, answered.id, 'Теперь так')
    expect((await queue()).waiting_items).toBe(2)
  })

  test('it is narrowed to those who wait, to a restaurant and to a number', async () => {
    expect(await numbers({ waiting: 'true' })).toEqual([waitsLongest.number, newest.number])
    expect(await queue({ waiting: 'true' })).toMatchObject({ total_items: 2 })
    expect(await numbers({ waiting: 'false' })).toHaveLength(3)
    expect(await numbers({ restaurant: t.walls.r11 })).toEqual([newest.number, answered.number])
    expect(await queue({ restaurant: t.walls.r11 })).toMatchObject({ total_items: 2, waiting_items: 1 })
    expect(await queue({ restaurant: t.walls.r11, waiting: 'true' })).toMatchObject({ total_items: 1 })
    for (const restaurant of [t.walls.r21, '999999', 'abc', '0'])
      expect(await queue({ restaurant })).toMatchObject({ results: [], total_items: 0, waiting_items: 0 })
    expect(await queue({ number: String(newest.number) })).toMatchObject({
      results: [{ id: newest.id }],
      total_items: 1,
      total_pages: 1,
    })
    expect(await queue({ number: '999999999' })).toMatchObject({ results: [], total_items: 0 })
  })

  test('its pages repeat and miss nothing', async () => {
    const seen: number[] = []
    for (const page of ['1', '2', '3', '4']) seen.push(...(await numbers({ page, page_size: '1' })))
    expect(seen).toEqual([waitsLongest.number, newest.number, answered.number])
    const wrong = { page: '0', page_size: '101', waiting: 'maybe', number: 'x', status: 'all' }
    for (const [name, value] of Object.entries(wrong))
      expect(await refusalOf(queue({ [name]: value })), name).toMatchObject({ status: 400 })
  })

  test('another desk has its own queue', async () => {
    const list = await t.agent2.call(listQueue, {})
    expect(list).toMatchObject({ total_items: 1, waiting_items: 1 })
    expect(list.results[0]?.last_message).toBe('Чужой бизнес')
  })

  test('an agent of two businesses sees one queue of both', async () => {
    const { world, walls } = t
    await world.sql`insert into desk_members (person_id, business_id, role)
      values (${walls.agent2.id}, ${walls.businesses.n1}, 'agent')`
    const token = await world.signIn(walls.agent2.login)
    const list = await world.as({ token })(listQueue, { query: { page_size: '3' } })
    expect(list).toMatchObject({ total_items: 4, total_pages: 2, waiting_items: 3 })
    expect(list.results.map((item) => item.last_message)).toEqual(['Вы тут?', 'Новый', 'Чужой бизнес'])
    await world.sql`delete from desk_members
      where person_id = ${walls.agent2.id} and business_id = ${walls.businesses.n1}`
  })

  test('the archive shows those closed last first', async () => {
    const { agent } = t
    await agent.call(closeTicket, { params: { ticketId: waitsLongest.id } })
    t.world.clock.move(MINUTE)
    await answer(agent, answered.id, 'Закрываю', { close: 'true' })
    const archive = await queue({ status: 'processed' })
    expect(archive).toMatchObject({ total_items: 2, waiting_items: 1 })
    expect(archive.results.map((item) => [item.number, item.waiting_since])).toEqual([
      [answered.number, null],
      [waitsLongest.number, null],
    ])
    expect(await numbers({ status: 'processed', restaurant: t.walls.r12 })).toEqual([waitsLongest.number])
    expect(await numbers()).toEqual([newest.number])
  })

  test('a reopened ticket keeps its waiting time', async () => {
    await t.agent.call(reopenTicket, { params: { ticketId: waitsLongest.id } })
    const [first] = (await queue()).results
    expect(first).toMatchObject({ number: waitsLongest.number })
    expect(first?.waiting_since).toBe(first?.created_at)
    expect(await queue()).toMatchObject({ waiting_items: 2, total_items: 2 })
  })

  test('counters agree with a recount', async () => {
    const counted = await t.world.sql`
      select restaurant_id, status, items, waiting from ticket_counts where items > 0 order by 1, 2`
    const recounted = await t.world.sql`
      select restaurant_id, status, count(*)::int as items, count(waiting_since)::int as waiting from tickets
      group by 1, 2 order by 1, 2`
    expect([...counted]).toEqual([...recounted])
  })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))

test('the last message has the name of its author, not of the customer', async () => {
  const { A, B, agent } = t
  const { id } = await writeTicket(A, 'Спрашивает первый')
  await reply(B, id, 'А пишет другой')
  const names = { customer_name: 'A', last_author_name: 'B' }
  expect((await queue()).results.find((item) => item.id === id)).toMatchObject(names)
  await agent.call(closeTicket, { params: { ticketId: id } })
  const archive = await queue({ status: 'processed' })
  expect(archive.results.find((item) => item.id === id)).toMatchObject(names)
})

test('the first page of the usual lists is planned once', async () => {
  const [business] = await t.world.sql<
    { id: string }[]
  >`select business_id as id from restaurants where id = ${t.walls.r11}`
  const any = {
    restaurant_ids: null,
    number: null,
    assignee: [],
    category: [],
    topic: [],
    tag: [],
    priority: [],
  }
  const first = { ...any, business_ids: [business?.id ?? ''], snoozed: false, page: 1, page_size: 30 }
  const open = { ...first, waiting: true, order: 'waiting' as const }
  // A single connection: plans are cached per connection.
  const sql = openSql(t.world.sql.connection, 1)
  let last = sql`select`
  const noting = new Proxy(sql, {
    apply: (target, self, args) => {
      last = Reflect.apply(target, self, args)
      return last
    },
  })
  const literal = (value: unknown) => (value === null ? 'null' : pg.escapeLiteral(String(value)))
  try {
    for (const [nth, list] of [
      () => listQueueRows(noting, open),
      () => listQueueRows(noting, { ...open, assignee: ['1'] }),
      () => listQueueRows(noting, { ...open, restaurant_ids: [t.walls.r11] }),
      () => listArchiveRows(noting, first),
    ].entries()) {
      await list()
      // Prepared by hand: a process names a limited number of statements, and this one runs other tests too.
      const { text, values } = last.statement()
      await sql.unsafe(`prepare usual_${nth} as ${text}`)
      for (let more = 0; more < 10; more += 1)
        await sql.unsafe(`execute usual_${nth}(${values.map(literal).join(', ')})`)
    }
    const plans = await sql`
      select generic_plans::int as again, custom_plans::int as anew from pg_prepared_statements
      where name like 'usual_%' and statement like '%waiting_items%'`
    expect(plans).toEqual(Array.from({ length: 4 }, () => ({ again: 5, anew: 5 })))
  } finally {
    await sql.end()
  }
})
