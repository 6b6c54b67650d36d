import { changeMany } from '@podmoga/contract/desk/bulk'
import { closeTicket, listQueue } from '@podmoga/contract/desk/tickets'
import { addSavedView, listSavedViews } from '@podmoga/contract/desk/views'
import { editTicket, takeNext } from '@podmoga/contract/desk/work'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { useTicketWorld, writeTicket } from '../tickets.testing.ts'

const t = useTicketWorld()
const PRIORITIES = ['normal', 'urgent', 'low', 'high'] as const
const TAGS = ['касса', 'а, б', 'vip']
/** Twelve tickets, one a minute: of every priority three, of two restaurants, with tags in turn. */
const tickets: { id: string; number: number }[] = []

const numbers = async (query: object) => {
  const pages: number[] = []
  for (let page = 1; ; page++) {
    const { results, total_items, total_pages } = await t.agent.call(listQueue, {
      query: { ...query, page: String(page), page_size: '2' },
    })
    pages.push(...results.map(({ number }) => tickets.findIndex((one) => one.number === number)))
    if (page >= total_pages) {
      expect(pages).toHaveLength(total_items)
      return pages
    }
  }
}

beforeAll(async () => {
  for (let at = 0; at < 12; at++) {
    t.world.clock.move(60_000)
    const ticket = await writeTicket(at % 2 === 0 ? t.A : t.A12, `Вопрос ${at}`)
    tickets.push(ticket)
    const priority = PRIORITIES[at % 4] ?? 'normal'
    const tags = at % 3 === 0 ? [] : [TAGS[at % 3] ?? '']
    await t.agent.call(editTicket, { params: { ticketId: ticket.id }, body: { priority, tags } })
  }
})

test('a ticket matches any of a filter’s values, page by page, the longest wait first', async () => {
  expect(await numbers({ priority: ['urgent', 'high'] })).toEqual([1, 3, 5, 7, 9, 11])
  expect(await numbers({ priority: ['urgent', 'normal', 'low'], restaurant: [t.walls.r12] })).toEqual([
    1, 5, 9,
  ])
  expect(await numbers({ restaurant: [t.walls.r11, t.walls.r12], priority: 'low' })).toEqual([2, 6, 10])
  expect(await numbers({ restaurant: [t.walls.r11, t.walls.r21] })).toEqual([0, 2, 4, 6, 8, 10])
  // A comma is an ordinary character.
  expect(await numbers({ tag: ['а, б', 'vip'] })).toEqual([1, 2, 4, 5, 7, 8, 10, 11])
  expect(await numbers({ tag: ['а', 'vip'], priority: ['low', 'high', 'low'] })).toEqual([2, 11])
  expect(await numbers({ category: ['technical_issue', 'other'], topic: ['pos', 'none'] })).toHaveLength(12)
})

test('tickets of some agents, and unassigned ones', async () => {
  const tickets_of_mine = [tickets[4], tickets[5]].map((ticket) => ticket?.id ?? '')
  const act = { do: 'assign', assignee: t.walls.agent.id } as const
  await t.agent.call(changeMany, { body: { tickets: tickets_of_mine, act } })
  expect(await numbers({ assignee: ['me', '999999'] })).toEqual([4, 5])
  expect(await numbers({ assignee: ['me', 'none'] })).toHaveLength(12)
  expect(await numbers({ assignee: ['999999', 'none'], priority: ['normal', 'urgent'] })).toEqual([
    0, 1, 8, 9,
  ])
})

test('the most urgent or the newest come first on request', async () => {
  const pressing = [1, 5, 9, 3, 7, 11, 0, 4, 8, 2, 6, 10]
  expect(await numbers({ order: 'priority' })).toEqual(pressing)
  expect(await numbers({ order: 'priority', waiting: 'true', restaurant: [t.walls.r11] })).toEqual([
    0, 4, 8, 2, 6, 10,
  ])
  expect(await numbers({ order: 'priority', priority: ['low', 'urgent'], tag: ['vip', 'а, б'] })).toEqual([
    1, 5, 2, 10,
  ])
  expect(await numbers({ order: 'newest' })).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  expect(await numbers({ order: 'newest', priority: ['high', 'urgent'] })).toEqual([11, 9, 7, 5, 3, 1])
})

test('a saved view, «take» and the archive know several values too', async () => {
  const filters = { tab: 'open' as const, priority: ['high' as const, 'urgent' as const], tag: 'VIP' }
  await t.agent.call(addSavedView, { body: { name: 'Горит', filters } })
  const { results } = await t.agent.call(listSavedViews, {})
  expect(results).toMatchObject([{ filters: { ...filters, tag: 'vip' }, count: 2 }])
  const taken = await t.agent.call(takeNext, { body: { priority: ['low', 'high'], tag: ['vip', 'а, б'] } })
  expect(taken.id).toBe(tickets[2]?.id)
  for (const at of [1, 2, 3]) {
    t.world.clock.move(60_000)
    await t.agent.call(closeTicket, { params: { ticketId: tickets[at]?.id ?? '' }, body: {} })
  }
  expect(await numbers({ status: 'processed', priority: ['high', 'low'] })).toEqual([3, 2])
  expect(await numbers({ status: 'processed', order: 'priority' })).toEqual([3, 2, 1])
})

test('too many values, and invalid ones, are refused', async () => {
  const many = Array.from({ length: 21 }, (_, at) => `k${at}`)
  for (const query of [{ category: many }, { priority: ['urgent', 'most'] }, { topic: ['pos', '../x'] }])
    expect(await refusalOf(t.agent.call(listQueue, { query: query as object }))).toMatchObject({
      code: 'invalid',
    })
  expect(await numbers({ restaurant: ['abc', t.walls.r21] })).toEqual([])
})
