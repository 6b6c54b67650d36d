import type { Call } from '@podmoga/contract/client'
import type { DeskTicketItem } from '@podmoga/contract/desk/tickets'
import type { Message } from '@podmoga/contract/tickets'
import { toast } from '@podmoga/ui/toast/toast'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DeskEvent, makeDeskLive } from './desk-live.ts'
import type { QueueView } from './queue/queue-view.ts'
import { logQuery } from './team.api.ts'
import { countsQuery, messagesQuery, queueQuery } from './tickets.api.ts'
import { atMinute as at, listed } from './tickets.testing.ts'

const item = (id: number, part: Partial<DeskTicketItem> = {}) => listed(String(id), part)
const ticketEvent = (id: number, part: Partial<DeskTicketItem> = {}): DeskEvent => ({
  id: `1:${id}`,
  name: 'ticket',
  data: { ...item(id, part), status_readable: 'Awaiting response' },
})
const view = { tab: 'waiting', number: null } as const

const messageOf = (id: number): Message => ({
  id: String(id),
  text: `Сообщение ${id}`,
  created_at: at(id),
  user_name: null,
  user_image: null,
  attachments: [],
})
/** One full page of a conversation with more pages. */
const LONG = Array.from({ length: 30 }, (_, index) => messageOf(index))
const COUNT = 40
let asked: string[] = []
const call = ((endpoint: { name: string }, { query }: { query: Record<string, string> }) => {
  asked.push(`${endpoint.name} ${query.page}`)
  if (endpoint.name === 'listDeskMessages')
    return Promise.resolve({ current_page: 1, total_pages: 9, results: [{ results: LONG }] })
  if (endpoint.name === 'listLog') return Promise.resolve({ results: [], total_pages: 1 })
  const all = Array.from({ length: COUNT }, (_, index) => item(index + 1))
  const from = (Number(query.page) - 1) * Number(query.page_size)
  const results = all.slice(from, from + Number(query.page_size))
  return Promise.resolve({ results, total_pages: 2, total_items: COUNT, waiting_items: COUNT })
}) as unknown as Call

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
})
afterEach(() => vi.useRealTimers())

/** Mounts a queue with both pages loaded, and its event stream. */
const open = async (isStreamFirst: boolean, shown: QueueView = view) => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const live = makeDeskLive(cache, '7')
  if (isStreamFirst) live.onOpen(false)
  const options = { ...queueQuery(call, shown), refetchInterval: false as const }
  const observer = new InfiniteQueryObserver(cache, options)
  let drawings = 0
  const leave = observer.subscribe(() => {
    drawings += 1
  })
  await vi.advanceTimersByTimeAsync(10)
  await observer.fetchNextPage()
  if (!isStreamFirst) live.onOpen(false)
  asked = []
  drawings = 0
  return {
    cache,
    live,
    ids: () =>
      cache.getQueryData(options.queryKey)?.pages.flatMap(({ results }) => results.map(({ id }) => id)),
    drawings: () => drawings,
    close: () => {
      leave()
      live.stop()
      cache.clear()
    },
  }
}

test('a burst of self-contained events causes no request and one render', async () => {
  const desk = await open(true)
  for (let id = 1; id <= 30; id++) desk.live.onEvent(ticketEvent(id, { waiting_since: null }))
  desk.live.onEvent(ticketEvent(99))
  await vi.advanceTimersByTimeAsync(1000)
  expect(desk.ids()).toEqual([...Array.from({ length: 10 }, (_, index) => String(31 + index)), '99'])
  expect(asked).toEqual([])
  expect(desk.drawings()).toBe(1)
  desk.close()
})

test('a burst over a list that was asked for before the stream was opened is one look at each of its pages', async () => {
  const desk = await open(false)
  for (let id = 1; id <= 30; id++) desk.live.onEvent(ticketEvent(id, { priority: 'urgent' }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['listQueue 1', 'listQueue 2'])
  // The list was fetched while the stream was open: events are applied without requests.
  asked = []
  for (let id = 1; id <= 30; id++) desk.live.onEvent(ticketEvent(id, { tags: ['возврат'] }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([])
  desk.close()
})

test('who is in a group of restaurants only the server knows: its view is looked at, once for a burst', async () => {
  const desk = await open(true, { ...view, restaurant_group: ['Центр'] })
  const before = desk.ids()
  for (let id = 1; id <= 30; id++) desk.live.onEvent(ticketEvent(100 + id))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['listQueue 1', 'listQueue 2'])
  expect(desk.ids()).toEqual(before)
  desk.close()
})

test('a single event is applied at once, those right after it as one batch', async () => {
  const desk = await open(true)
  desk.live.onEvent(ticketEvent(3, { waiting_since: null }))
  await vi.advanceTimersByTimeAsync(5)
  expect(desk.ids()).not.toContain('3')
  expect(desk.drawings()).toBe(1)
  for (let id = 4; id <= 8; id++) {
    desk.live.onEvent(ticketEvent(id, { waiting_since: null }))
    await vi.advanceTimersByTimeAsync(5)
  }
  expect(desk.ids()).toContain('4')
  await vi.advanceTimersByTimeAsync(20)
  expect(desk.ids()).toHaveLength(COUNT - 6)
  expect(desk.drawings()).toBe(2)
  desk.close()
})

test('within a burst the last state of a ticket wins', async () => {
  const desk = await open(true)
  desk.live.onEvent(ticketEvent(5, { waiting_since: null }))
  desk.live.onEvent(ticketEvent(5, { waiting_since: at(59) }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(desk.ids()?.at(-1)).toBe('5')
  expect(desk.ids()).toHaveLength(COUNT)
  desk.close()
})

test('a list that was asked for before the stream is looked at once more, without an event too', async () => {
  const desk = await open(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['listQueue 1', 'listQueue 2'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toHaveLength(2)
  desk.close()
})

test('thirty messages in several tickets, the open one among them, ask nothing; what no event brings is one look', async () => {
  const desk = await open(true)
  const talk = new InfiniteQueryObserver(desk.cache, { ...messagesQuery(call, '5'), refetchInterval: false })
  const log = new InfiniteQueryObserver(desk.cache, logQuery(call, '5'))
  const leave = [talk.subscribe(() => {}), log.subscribe(() => {})]
  await vi.advanceTimersByTimeAsync(10)
  asked = []
  for (let id = 100; id < 130; id += 1) {
    const ticket = item(5 - (id % 3))
    desk.live.onEvent({
      id: `1:${id}`,
      name: 'message',
      data: { ticket_id: ticket.id, message: { ...messageOf(id), is_mine: false }, ticket },
    } as DeskEvent)
    desk.live.onEvent({ id: null, name: 'counts', data: { waiting: id, mine: 0, free: 0 } } as never)
    await vi.advanceTimersByTimeAsync(30)
  }
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).toEqual([])
  const texts = desk.cache
    .getQueryData(messagesQuery(call, '5').queryKey)
    ?.pages.flatMap(({ results }) => results.flatMap((day) => day.results))
  expect(texts?.slice(30).map(({ id }) => id)).toEqual([
    '102',
    '105',
    '108',
    '111',
    '114',
    '117',
    '120',
    '123',
    '126',
    '129',
  ])
  expect(desk.cache.getQueryData(countsQuery().queryKey)).toMatchObject({ waiting: 129 })

  // Events do not contain the ticket's log: one refetch for a burst, and one a second during continuous changes.
  for (let round = 0; round < 30; round += 1)
    desk.live.onEvent(ticketEvent(5, { priority: round % 2 ? 'high' : 'low' }))
  await vi.advanceTimersByTimeAsync(900)
  expect(asked).toEqual(['listLog 1'])
  for (let round = 0; round < 100; round += 1) {
    desk.live.onEvent(ticketEvent(5, { priority: round % 2 ? 'high' : 'low' }))
    await vi.advanceTimersByTimeAsync(30)
  }
  await vi.advanceTimersByTimeAsync(2000)
  expect(new Set(asked)).toEqual(new Set(['listLog 1']))
  expect(asked.length).toBeLessThanOrEqual(6)
  for (const stop of leave) stop()
  desk.close()
})

test('a deadline: told apart from its ticket, kept while it is counted anew, gone when the stream says so', async () => {
  const { cache, live } = await open(true)
  const clock = { kind: 'next', due_at: at(50), soon_at: at(40), late_at: at(50) } as const
  const clockOf = (id: number) =>
    cache
      .getQueryData(queueQuery(call, view).queryKey)
      ?.pages.flatMap(({ results }) => results)
      .find((one) => one.id === String(id))?.clock
  const level = (id: number, part: { level: 'set' | 'late'; clock: typeof clock | null }): DeskEvent => ({
    id: `1:${id}`,
    name: 'level',
    data: { ticket_id: String(id), ...part },
  })
  live.onEvent(level(3, { level: 'set', clock }))
  await vi.advanceTimersByTimeAsync(100)
  expect(clockOf(3)).toEqual(clock)
  live.onEvent(ticketEvent(3, { last_message: 'Ещё одно' }))
  await vi.advanceTimersByTimeAsync(100)
  expect(clockOf(3)).toEqual(clock)
  live.onEvent(ticketEvent(3, { clock: null }))
  await vi.advanceTimersByTimeAsync(100)
  expect(clockOf(3)).toBe(null)
  // Only the assignee is notified of a deadline.
  const info = vi.spyOn(toast, 'info')
  live.onEvent(level(3, { level: 'late', clock }))
  live.onEvent(ticketEvent(3, { assignee: { id: '7', name: 'Я' } }))
  live.onEvent(level(3, { level: 'set', clock }))
  expect(info).not.toHaveBeenCalled()
  live.onEvent(level(3, { level: 'late', clock }))
  expect(info).toHaveBeenCalledExactlyOnceWith({ title: expect.stringContaining('Просрочено') })
  live.stop()
})
