import { listMessages, listTickets } from '@podmoga/contract/tickets'
import { expect, test } from 'vitest'
import { expectCleanRefusals } from '../http/testing-refusals.ts'
import { reply, type TicketActor, useTicketWorld, writeTicket } from './tickets.testing.ts'

const t = useTicketWorld()

/** Inserts tickets directly into the database, a second apart. */
const addTickets = async (count: number, first_number: number) => {
  const { sql } = t.world
  const { walls } = t
  await sql`
    with made as (
      insert into tickets (restaurant_id, business_id, number, author_id, category, topic, message_count,
        last_message, last_message_at, waiting_since, created_at)
      select ${walls.r11}, ${walls.businesses.n1}, n, ${walls.A.id}, 'technical_issue', 'pos', 1, 'Текст ' || n, at, at, at
      from generate_series(${first_number}::int, ${first_number + count - 1}::int) n,
        lateral (select '2026-01-01'::timestamptz + n * interval '1 second' as at) moment
      returning id, author_id, last_message, created_at
    )
    insert into messages (ticket_id, position, author_id, from_support, text, created_at)
    select id, 1, author_id, false, last_message, created_at from made`
}

const allPages = async (actor: TicketActor, page_size: number) => {
  const first = await actor.call(listTickets, { query: { page_size: String(page_size) } })
  const ids = first.results.map((item) => item.id)
  for (let page = 2; page <= first.total_pages; page += 1) {
    const query = { page: String(page), page_size: String(page_size) }
    const next = await actor.call(listTickets, { query })
    expect(next.results.length).toBeLessThanOrEqual(page_size)
    expect(next.total_items).toBe(first.total_items)
    ids.push(...next.results.map((item) => item.id))
  }
  return { ...first, ids }
}

test('G04 totals are right, and the pages together are every ticket once', async () => {
  let have = 0
  for (const total of [0, 1, 10, 11, 1000]) {
    await addTickets(total - have, 100_000 + have)
    have = total
    const list = await allPages(t.A, 10)
    expect(list).toMatchObject({ total_items: total, total_pages: Math.ceil(total / 10) })
    expect(new Set(list.ids).size).toBe(total)
    expect(list.ids).toEqual([...list.ids].sort((one, other) => Number(other) - Number(one)))
  }
  expect((await allPages(t.A, 100)).ids).toHaveLength(1000)
  expect((await allPages(t.A, 7)).ids).toHaveLength(1000)
})

test('G03 a page past the end is empty with the same totals', async () => {
  for (const page of ['101', '10000'])
    expect(await t.A.call(listTickets, { query: { page } })).toEqual({
      results: [],
      total_items: 1000,
      total_pages: 100,
    })
  expect(await t.A.call(listTickets, { query: { status: 'processed' } })).toEqual({
    results: [],
    total_items: 0,
    total_pages: 0,
  })
})

test('G01 G02 a page or size that is no number in its range is refused', async () => {
  const pages = ['0', '-1', '1.5', 'abc', '1e3', '2147483648', '9223372036854775808', '', '10001', '%201']
  const sizes = ['0', '101', '1000000000', '-1', '', 'ten']
  const queries = [
    ...pages.map((page) => `page=${page}`),
    ...sizes.map((size) => `page_size=${size}`),
    'page=1&page=2',
    'page_size=10&page_size=20',
  ]
  const { id } = await writeTicket(t.A12)
  for (const query of queries)
    for (const url of [`/api/help_desk/tickets/?${query}`, `/api/help_desk/tickets/${id}/messages/?${query}`])
      expect((await t.A12.raw({ url })).statusCode, url).toBe(400)
  for (const page_size of ['1', '100'])
    expect((await t.A.call(listTickets, { query: { page_size } })).results).toHaveLength(Number(page_size))
})

test('G05 a ticket that comes between two pages repeats one and loses none', async () => {
  const first = await t.A.call(listTickets, { query: { page: '1' } })
  const made = await writeTicket(t.A, 'Между страницами')
  const second = await t.A.call(listTickets, { query: { page: '2' } })
  expect(second.results[0]?.id).toBe(first.results.at(-1)?.id)
  expect(second.total_items).toBe(first.total_items + 1)
  expect((await allPages(t.A, 10)).ids[0]).toBe(made.id)
})

test('G07 a thousand messages come in strict order, ten a page, each day in its own group', async () => {
  const { sql } = t.world
  const { id } = await writeTicket(t.A, 'Сообщение 1')
  await sql`
    insert into messages (ticket_id, position, author_id, from_support, text, created_at)
    select ${id}, n, ${t.walls.A.id}, n % 3 = 0, 'Сообщение ' || n, now() + n * interval '37 minutes'
    from generate_series(2, 1000) n`
  await sql`update tickets set message_count = 1000,
    last_message_at = (select max(created_at) from messages where ticket_id = ${id}) where id = ${id}`
  const whole: { text: string; created_at: string; date: string }[] = []
  const dayOf = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Tashkent', dateStyle: 'short' })
  for (let page = 100; page >= 1; page -= 1) {
    const given = await t.A.call(listMessages, { params: { ticketId: id }, query: { page: String(page) } })
    expect(given).toMatchObject({ current_page: page, total_pages: 100 })
    const dates = given.results.map((day) => day.date ?? '')
    expect(new Set(dates).size).toBe(dates.length)
    const messages = given.results.flatMap((day) =>
      day.results.map(({ text, created_at }) => ({ text, created_at, date: day.date ?? '' })),
    )
    expect(messages).toHaveLength(10)
    whole.push(...messages)
  }
  expect(whole.map((message) => message.text)).toEqual(
    Array.from({ length: 1000 }, (_, index) => `Сообщение ${index + 1}`),
  )
  for (const message of whole) expect(dayOf.format(new Date(message.created_at))).toBe(message.date)
  const past = await t.A.call(listMessages, { params: { ticketId: id }, query: { page: '101' } })
  expect(past).toEqual({ current_page: 101, total_pages: 100, results: [] })
})

test('G07 an uneven conversation has its short page at the far end', async () => {
  const { id } = await writeTicket(t.A, '1')
  for (let number = 2; number <= 13; number += 1) await reply(t.A, id, String(number))
  const textsOf = async (page: string, page_size: string) => {
    const given = await t.A.call(listMessages, { params: { ticketId: id }, query: { page, page_size } })
    return given.results.flatMap((day) => day.results.map((message) => Number(message.text)))
  }
  expect(await textsOf('1', '10')).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(await textsOf('2', '10')).toEqual([1, 2, 3])
  expect(await textsOf('1', '100')).toHaveLength(13)
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
