import type { Call } from '@podmoga/contract/client'
import type { DeskEventData } from '@podmoga/contract/desk/events'
import {
  getDeskTicket,
  listDeskMessages,
  listDeskRestaurants,
  listQueue,
} from '@podmoga/contract/desk/tickets'
import { ofPage } from '@podmoga/web/page-screen'
import { infiniteQueryOptions, type QueryFilters, queryOptions } from '@tanstack/react-query'
import { type Filters, narrowing, type QueueView } from './queue/queue-view.ts'

/** Query key prefix of the domain; invalidated as a whole after a mutation. */
export const TICKETS_ROOT = ['tickets'] as const

const POLL_MS = 15_000
/** With the stream open, polling only covers what no event reports. */
const POLL_LIVE_MS = 120_000
const QUEUE_PAGE = 30
/** Further pages are longer: three small first pages make up one long page. */
const LONG_PAGE = 90
const SMALL_PAGES = LONG_PAGE / QUEUE_PAGE
/** Page size of messages. */
export const MESSAGE_PAGE = 30
const PAGES_PER_POLL = 3

/** Whether the live stream is open. */
export const live = { isOpen: false }

/** Polling interval in ms; longer lists are polled less often to stay far below the rate limit. */
export const pollOf = (pages: number): number =>
  (live.isOpen ? POLL_LIVE_MS : POLL_MS) * Math.max(1, Math.ceil(pages / PAGES_PER_POLL))

const STATUS = { waiting: 'awaiting_response', open: 'awaiting_response', archive: 'processed' } as const

const OF_WHOSE = {
  mine: { assignee: 'me' },
  free: { assignee: 'none' },
  snoozed: { snoozed: 'true' },
} as const

const queuePageOf = (nth: number): { page: number; size: number } =>
  nth <= SMALL_PAGES ? { page: nth, size: QUEUE_PAGE } : { page: nth - SMALL_PAGES + 1, size: LONG_PAGE }

/** Whether this many loaded pages cover the whole queue. */
export const isWholeQueue = (pages: number, total_items: number): boolean => {
  const { page, size } = queuePageOf(pages)
  return page * size >= total_items
}

/** The archive has only one sort order. */
const orderOf = ({ tab, order }: QueueView) => (order === undefined || tab === 'archive' ? {} : { order })

/** Copies readonly lists to mutable ones, as API calls require. */
const mutable = (filters: Filters) =>
  Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, [...values]]))

/** The queue, paginated; a number is searched among both open and processed tickets. */
export const queueQuery = (call: Call, view: QueueView) => {
  const { tab, number, restaurant, ...beside } = view
  const narrowed = narrowing({ ...beside, tab, number })
  const key = [
    ...TICKETS_ROOT,
    'queue',
    number === null ? tab : 'all',
    restaurant ?? null,
    number,
    // The default view has a short key, which the server's prerender uses.
    ...(number === null && (narrowed !== undefined || view.order !== undefined)
      ? [{ ...narrowed, ...orderOf(view) }]
      : []),
  ]
  return infiniteQueryOptions({
    queryKey: key,
    placeholderData: ofPage(key),
    queryFn: async ({ pageParam, signal }) => {
      const restaurants = restaurant === undefined ? {} : { restaurant: [...restaurant] }
      if (number !== null) {
        const find = (status: 'awaiting_response' | 'processed') =>
          call(listQueue, { query: { ...restaurants, number, status } }, { signal })
        const [open, done] = await Promise.all([find('awaiting_response'), find('processed')])
        const results = [...open.results, ...done.results]
        return { ...open, results, total_pages: 1, total_items: results.length }
      }
      const { whose, ...others } = narrowed ?? {}
      const query = {
        ...restaurants,
        ...mutable(others),
        ...(whose === undefined ? {} : OF_WHOSE[whose]),
        ...orderOf(view),
        status: STATUS[tab],
        page: String(queuePageOf(pageParam).page),
        page_size: String(queuePageOf(pageParam).size),
      }
      return call(listQueue, { query: tab === 'waiting' ? { ...query, waiting: 'true' } : query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ total_items }, _pages, nth) =>
      isWholeQueue(nth, total_items) ? undefined : nth + 1,
    staleTime: POLL_MS / 2,
    refetchInterval: (query) => pollOf(query.state.data?.pages.length ?? 1),
  })
}

/**
 * Queries to refetch after a mutation. With the stream open, long lists are left out: the mutation's own event updates
 * them, and refetching would take many requests.
 */
export const TICKETS_SHOWN: QueryFilters = {
  queryKey: TICKETS_ROOT,
  predicate: ({ queryKey, state }) => {
    const pages = (state.data as { pages?: readonly unknown[] } | undefined)?.pages?.length ?? 0
    return !(live.isOpen && queryKey[1] === 'queue' && pages > SMALL_PAGES)
  },
}

export const ticketQuery = (call: Call, ticketId: string) =>
  queryOptions({
    queryKey: [...TICKETS_ROOT, 'ticket', ticketId],
    queryFn: ({ signal }) => call(getDeskTicket, { params: { ticketId } }, { signal }),
    staleTime: POLL_MS / 2,
    refetchInterval: () => pollOf(1),
  })

/** The conversation; the first page has the newest messages. */
export const messagesQuery = (call: Call, ticketId: string) =>
  infiniteQueryOptions({
    queryKey: [...TICKETS_ROOT, 'messages', ticketId],
    queryFn: ({ pageParam, signal }) =>
      call(
        listDeskMessages,
        { params: { ticketId }, query: { page: String(pageParam), page_size: String(MESSAGE_PAGE) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    staleTime: POLL_MS / 2,
    refetchInterval: (query) => pollOf(query.state.data?.pages.length ?? 1),
  })

/** Counts of the whole desk, set by the event stream; null until its first event. */
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
