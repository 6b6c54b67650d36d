import type { Call } from '@podmoga/contract/client'
import type { DeskEventData } from '@podmoga/contract/desk/events'
import {
  closeTicket,
  getDeskTicket,
  listDeskMessages,
  listDeskRestaurants,
  listQueue,
  reopenTicket,
} from '@podmoga/contract/desk/tickets'
import { ofPage } from '@podmoga/web/page-screen'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { QueueView } from './queue-view.ts'

/** Everything of this domain: a success refreshes it all. */
export const TICKETS_ROOT = ['tickets'] as const

const POLL_MS = 15_000
/** While the stream tells everything, a look at the server is only for what no event tells. */
const POLL_LIVE_MS = 120_000
const QUEUE_PAGE = '30'
const MESSAGE_PAGE = '30'
const PAGES_PER_POLL = 3

/** Whether the live stream is open. */
export const live = { isOpen: false }

/** Long lists are asked for less often, so that an agent's day stays far below the rate of requests. */
const pollOf = (pages: number): number =>
  (live.isOpen ? POLL_LIVE_MS : POLL_MS) * Math.max(1, Math.ceil(pages / PAGES_PER_POLL))

const STATUS = { waiting: 'awaiting_response', open: 'awaiting_response', archive: 'processed' } as const

const OF_WHOSE = {
  mine: { assignee: 'me' },
  free: { assignee: 'none' },
  snoozed: { snoozed: 'true' },
} as const

/** The queue page by page; a number is looked for among open and processed tickets alike. */
export const queueQuery = (call: Call, { tab, restaurant, number, whose, category, topic }: QueueView) => {
  const key = [
    ...TICKETS_ROOT,
    'queue',
    number === null ? tab : 'all',
    restaurant,
    number,
    // The first view has the short key by which the server draws it.
    ...(number === null && (whose ?? category ?? topic) !== undefined
      ? [whose ?? null, category ?? null, topic ?? null]
      : []),
  ]
  return infiniteQueryOptions({
    queryKey: key,
    placeholderData: ofPage(key),
    queryFn: async ({ pageParam, signal }) => {
      const place = restaurant === null ? {} : { restaurant }
      if (number !== null) {
        const find = (status: 'awaiting_response' | 'processed') =>
          call(listQueue, { query: { ...place, number, status } }, { signal })
        const [open, done] = await Promise.all([find('awaiting_response'), find('processed')])
        const results = [...open.results, ...done.results]
        return { ...open, results, total_pages: 1, total_items: results.length }
      }
      const query = {
        ...place,
        ...(whose === undefined ? {} : OF_WHOSE[whose]),
        ...(category === undefined ? {} : { category }),
        ...(topic === undefined ? {} : { topic }),
        status: STATUS[tab],
        page: String(pageParam),
        page_size: QUEUE_PAGE,
      }
      return call(listQueue, { query: tab === 'waiting' ? { ...query, waiting: 'true' } : query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    staleTime: POLL_MS / 2,
    refetchInterval: (query) => pollOf(query.state.data?.pages.length ?? 1),
  })
}

export const ticketQuery = (call: Call, ticketId: string) =>
  queryOptions({
    queryKey: [...TICKETS_ROOT, 'ticket', ticketId],
    queryFn: ({ signal }) => call(getDeskTicket, { params: { ticketId } }, { signal }),
    staleTime: POLL_MS / 2,
    refetchInterval: () => pollOf(1),
  })

/** The conversation; the first page holds the newest messages. */
export const messagesQuery = (call: Call, ticketId: string) =>
  infiniteQueryOptions({
    queryKey: [...TICKETS_ROOT, 'messages', ticketId],
    queryFn: ({ pageParam, signal }) =>
      call(
        listDeskMessages,
        { params: { ticketId }, query: { page: String(pageParam), page_size: MESSAGE_PAGE } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    staleTime: POLL_MS / 2,
    refetchInterval: (query) => pollOf(query.state.data?.pages.length ?? 1),
  })

/** What the live stream says of the whole desk; null until it does. */
export const countsQuery = () =>
  queryOptions<DeskEventData<'counts'> | null>({
    queryKey: ['desk', 'counts'],
    queryFn: () => null,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

const RESTAURANTS = ['restaurants']

export const restaurantsQuery = (call: Call) =>
  queryOptions({
    queryKey: RESTAURANTS,
    placeholderData: ofPage(RESTAURANTS),
    queryFn: ({ signal }) => call(listDeskRestaurants, {}, { signal }),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: true,
    select: (answer) => answer.restaurants,
  })

/** Closes or reopens a ticket. */
export const changeStatus = (call: Call, ticketId: string, to: 'closed' | 'open') =>
  call(to === 'closed' ? closeTicket : reopenTicket, { params: { ticketId } })
