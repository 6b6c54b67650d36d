import type { DESK_EVENTS } from '@podmoga/contract/desk/events'
import type { listNotes } from '@podmoga/contract/desk/notes'
import type { DeskTicket, DeskTicketItem, listQueue } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import type { EventOf } from '@podmoga/contract/live'
import type { MessagePage } from '@podmoga/contract/tickets'
import { toast } from '@podmoga/ui/toast/toast'
import { isAtEnd, watchAsked } from '@podmoga/web/live/asked'
import { refetchAfterEvent } from '@podmoga/web/live/refetch'
import { withMessage } from '@podmoga/web/live/with-message'
import {
  hashKey,
  type InfiniteData,
  notifyManager,
  type Query,
  type QueryCache,
  type QueryClient,
} from '@tanstack/react-query'
import { presenceKey } from './conversation/presence.ts'
import { withTickets } from './queue/queue-order.ts'
import type { QueueView } from './queue/queue-view.ts'
import { WORK } from './side/work.texts.ts'
import { countsQuery, isWholeQueue, live, MESSAGE_PAGE, TICKETS_ROOT } from './tickets.api.ts'

/** A ticket as sent in events. */
type ListedTicket = DeskTicketItem & { status_readable?: string }

export type DeskEvent = EventOf<typeof DESK_EVENTS>
type NotePage = Answer<typeof listNotes>
type QueuePage = Answer<typeof listQueue>

/** Events within this time cause a single refetch. */
const GATHER_MS = 150
/** Minimum interval between refetches during continuous events. */
const AGAIN_MS = 1000
/** The first changed ticket is applied at once; further ones within this time are applied as one batch. */
const PUT_MS = 40
const ALOUD_MAX = 120
/** Queries of an open ticket to refetch on a change; `ALL_PARTS` if its messages were rewritten too. */
const PARTS = ['log', 'related', 'clock']
const ALL_PARTS = [...PARTS, 'messages', 'notes']
/** Updates the detailed ticket with the fields of the list item. */
const asListed = (ticket: DeskTicket, item: ListedTicket): DeskTicket => ({
  ...ticket,
  status: item.status,
  status_readable: item.status_readable ?? ticket.status_readable,
  category: item.category,
  category_readable: item.category_readable,
  topic: item.topic,
  topic_readable: item.topic_readable,
  waiting_since: item.waiting_since,
  assignee: item.assignee,
  priority: item.priority,
  tags: item.tags,
  snoozed_until: item.snoozed_until,
})

/** Parses the view from a queue's query key; see `queueQuery`. */
const viewOf = (key: readonly unknown[]): QueueView => {
  const [, , tab, restaurant, number, narrowed] = key
  return {
    ...(narrowed as Partial<QueueView> | undefined),
    tab: (tab === 'all' ? 'open' : tab) as QueueView['tab'],
    ...(restaurant === null ? {} : { restaurant: restaurant as readonly string[] }),
    number: (number ?? null) as string | null,
  }
}

/** Applies changed tickets to the loaded pages, keeping page sizes. Returns null if only the server knows the result. */
const withRows = (
  data: InfiniteData<QueuePage>,
  view: QueueView,
  me: string,
  changed: readonly DeskTicketItem[],
): InfiniteData<QueuePage> | null => {
  if (view.restaurant_group !== undefined) return null
  const items = data.pages.flatMap(({ results }) => results)
  const isWhole = isWholeQueue(data.pages.length, data.pages[0]?.total_items ?? 0)
  const next = withTickets(items, changed, { view, me, isWhole })
  if (next === items) return data
  let from = 0
  const pages = data.pages.map((page, at) => {
    const isLast = at === data.pages.length - 1
    const results = next.slice(from, isLast ? undefined : from + page.results.length)
    from += page.results.length
    return { ...page, results, total_items: page.total_items + next.length - items.length }
  })
  return { ...data, pages }
}

const isFollowed = (query: Query): boolean => {
  const [domain, part] = query.queryKey
  if (domain !== TICKETS_ROOT[0]) return false
  return part === 'messages' ? isAtEnd(query) : ['queue', 'ticket', 'notes'].includes(String(part))
}

const withNote = (page: NotePage, note: NotePage['results'][number]): NotePage =>
  page.results.some(({ note_id }) => note_id === note.note_id)
    ? page
    : { ...page, results: [note, ...page.results], total_items: page.total_items + 1 }

/** The newest known list item: from the pending batch, else from a cached list. */
const itemOf = (
  queries: QueryCache,
  coming: ReadonlyMap<string, ListedTicket>,
  id: string,
): ListedTicket | undefined => {
  const next = coming.get(id)
  if (next !== undefined) return next
  for (const query of queries.findAll({ queryKey: [...TICKETS_ROOT, 'queue'] })) {
    const { pages = [] } = (query.state.data ?? {}) as { pages?: readonly QueuePage[] }
    for (const { results } of pages) {
      const found = results.find((item) => item.id === id)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Events without a clock (the deadline is being recalculated) keep the one shown. */
const withClock = (item: ListedTicket, shown: () => ListedTicket | undefined): ListedTicket => {
  const clock = item.clock === undefined ? shown()?.clock : item.clock
  return clock === undefined ? item : { ...item, clock }
}

/** Debounced and throttled refetching: gathers queries for GATHER_MS, and refetches at most once per AGAIN_MS. */
const makeRefetcher = (queryClient: QueryClient) => {
  let gathered = new Map<string, readonly unknown[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let refetchedAt = Number.NEGATIVE_INFINITY
  const flush = () => {
    refetchedAt = performance.now()
    const keys = [...gathered.values()]
    gathered = new Map()
    timer = undefined
    for (const queryKey of keys) refetchAfterEvent(queryClient, { queryKey, exact: true })
  }
  return {
    refetch: (query: Pick<Query, 'queryHash' | 'queryKey'> | undefined): void => {
      if (query === undefined) return
      gathered.set(query.queryHash, query.queryKey)
      timer ??= setTimeout(flush, Math.max(GATHER_MS, refetchedAt + AGAIN_MS - performance.now()))
    },
    cancel: () => clearTimeout(timer),
  }
}

/** Toast for the assignee about an approaching or missed deadline. */
const notifyDue = (number: number, level: 'set' | 'soon' | 'late'): void => {
  if (level !== 'set') toast.info({ title: (level === 'soon' ? WORK.nearly_late : WORK.late)(number) })
}

/**
 * Applies the desk's event stream to the query cache: tickets to their positions in every list, messages to their
 * conversations. Queries that may have missed events (fetched before the stream was opened) are refetched instead, once
 * per burst.
 */
export const makeDeskLive = (queryClient: QueryClient, me: string) => {
  const queries = queryClient.getQueryCache()
  const asked = watchAsked(queryClient, isFollowed)
  const { refetch, cancel } = makeRefetcher(queryClient)
  // Look up by hash: other ways scan the whole cache, which holds hundreds of tickets after a day.
  const find = (queryKey: readonly unknown[]) => queries.get(hashKey(queryKey))

  const refetchPart = (part: string, id: string): void => refetch(find([...TICKETS_ROOT, part, id]))
  /** Updates a query's data, keeping its `updatedAt`; refetches it if an update could race with a fetch. */
  const put = <T>(query: Query, change: (data: T) => T | null): void => {
    const { queryKey, state } = query
    const isSafe = state.fetchStatus === 'idle' && !state.isInvalidated && asked.isCurrent(query)
    const data = state.data as T | undefined
    const changed = !isSafe || data === undefined ? null : change(data)
    if (changed === null) refetch(query)
    else if (changed !== data) queryClient.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt })
  }
  let changed = new Map<string, ListedTicket>()
  let putting: ReturnType<typeof setTimeout> | undefined
  let putAt = Number.NEGATIVE_INFINITY
  /** Applies a batch to every list in one pass: a hundred tickets changed at once cause one render. */
  const putTickets = (): void => {
    putting = undefined
    putAt = performance.now()
    const items = [...changed.values()]
    changed = new Map()
    notifyManager.batch(() => {
      for (const query of queries.findAll({ queryKey: [...TICKETS_ROOT, 'queue'] }))
        put<InfiniteData<QueuePage>>(query as Query, (data) =>
          withRows(data, viewOf(query.queryKey), me, items),
        )
      for (const item of items) {
        const own = find([...TICKETS_ROOT, 'ticket', item.id])
        // Only the server knows what a merged ticket's page shows now.
        if (own !== undefined)
          put<DeskTicket>(own as Query, (ticket) =>
            item.merged_into === undefined ? asListed(ticket, item) : null,
          )
      }
    })
  }
  const putTicket = (listed: ListedTicket): void => {
    const item = withClock(listed, () => itemOf(queries, changed, listed.id))
    const { status_readable = changed.get(item.id)?.status_readable } = item
    changed.delete(item.id)
    changed.set(item.id, { ...item, ...(status_readable === undefined ? {} : { status_readable }) })
    putting ??= setTimeout(putTickets, Math.max(0, putAt + PUT_MS - performance.now()))
  }

  return {
    onOpen: (isResumed: boolean) => {
      asked.open(isResumed)
      live.isOpen = true
    },
    onEvent: (event: DeskEvent) => {
      if (event.name === 'counts') queryClient.setQueryData(countsQuery().queryKey, event.data)
      if (event.name === 'ticket') putTicket(event.data)
      if (event.name === 'message') {
        const { ticket_id, message, ticket } = event.data
        putTicket(ticket)
        refetchPart('clock', ticket_id)
        const query = find([...TICKETS_ROOT, 'messages', ticket_id])
        // The agent's own reply is already shown by the outbox until the server has answered: refetch instead.
        if (query !== undefined)
          put<InfiniteData<MessagePage>>(query as Query, (data) =>
            message.is_mine === true ? null : withMessage(data, message, MESSAGE_PAGE),
          )
      }
      if (event.name === 'level') {
        const shown = itemOf(queries, changed, event.data.ticket_id)
        if (shown !== undefined) putTicket({ ...shown, clock: event.data.clock })
        refetchPart('clock', event.data.ticket_id)
        if (shown?.assignee?.id === me) notifyDue(shown.number, event.data.level)
      }
      if (event.name === 'note') {
        const { ticket_id, note } = event.data
        const query = find([...TICKETS_ROOT, 'notes', ticket_id])
        if (query !== undefined) put<NotePage>(query as Query, (data) => withNote(data, note))
        if (!note.is_own && note.mentions.some(({ id }) => id === me))
          toast.info({ title: WORK.mentioned(note.author_name), text: note.note_text.slice(0, ALOUD_MAX) })
      }
      if (event.name === 'presence')
        queryClient.setQueryData(presenceKey(event.data.ticket_id), event.data.people)
      // Any change of the open ticket shows in its log and side panes.
      if (event.name === 'ticket')
        for (const part of event.data.is_rewritten === true ? ALL_PARTS : PARTS)
          refetchPart(part, event.data.id)
    },
    /** Lists are polled more often again. */
    onLost: () => {
      live.isOpen = false
    },
    stop: () => {
      live.isOpen = false
      asked.stop()
      cancel()
      clearTimeout(putting)
    },
  }
}
