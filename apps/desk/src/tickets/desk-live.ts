import type { DESK_EVENTS } from '@podmoga/contract/desk/events'
import type { listNotes } from '@podmoga/contract/desk/notes'
import type { DeskTicket, DeskTicketItem, listQueue } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import type { EventOf } from '@podmoga/contract/live'
import type { MessagePage } from '@podmoga/contract/tickets'
import { toast } from '@podmoga/ui/toast/toast'
import { isAtEnd, watchAsked } from '@podmoga/web/live/asked'
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

/** A ticket as an event tells of it. */
type ListedTicket = DeskTicketItem & { status_readable?: string }

export type DeskEvent = EventOf<typeof DESK_EVENTS>
type NotePage = Answer<typeof listNotes>
type QueuePage = Answer<typeof listQueue>

/** Several events of one moment are one look at the server. */
const GATHER_MS = 150
/** What goes on for longer is looked at this often. */
const AGAIN_MS = 1000
/** A ticket is put into its place at once; those that change within this after it, together. */
const PUT_MS = 40
const ALOUD_MAX = 120
/** What stands beside an open ticket, and with its messages when those are others. */
const PARTS = ['log', 'related', 'clock']
const ALL_PARTS = [...PARTS, 'messages', 'notes']
/** What a ticket's own page says of it, as the list says it now. */
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

/** The view that a queue's key stands for; see `queueQuery`. */
const viewOf = (key: readonly unknown[]): QueueView => {
  const [, , tab, restaurant, number, narrowed] = key
  return {
    ...(narrowed as Partial<QueueView> | undefined),
    tab: (tab === 'all' ? 'open' : tab) as QueueView['tab'],
    ...(restaurant === null ? {} : { restaurant: restaurant as readonly string[] }),
    number: (number ?? null) as string | null,
  }
}

/** The loaded pages with tickets as they are now: the new rows stand where the old ones were cut. null: only the server can say. */
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

/** A ticket as the lists are about to have it, or have it. */
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

/** A deadline that is just being counted is the one that is shown, unless the stream says another. */
const withClock = (item: ListedTicket, shown: () => ListedTicket | undefined): ListedTicket => {
  const clock = item.clock === undefined ? shown()?.clock : item.clock
  return clock === undefined ? item : { ...item, clock }
}

/** Asks queries anew, all that are wanted within a moment at once and each at most once in a while. */
const makeLooks = (queryClient: QueryClient) => {
  let gathered = new Map<string, readonly unknown[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = () => {
    lookedAt = performance.now()
    const keys = [...gathered.values()]
    gathered = new Map()
    timer = undefined
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey, exact: true })
  }
  return {
    lookSoon: (query: Pick<Query, 'queryHash' | 'queryKey'> | undefined): void => {
      if (query === undefined) return
      gathered.set(query.queryHash, query.queryKey)
      timer ??= setTimeout(look, Math.max(GATHER_MS, lookedAt + AGAIN_MS - performance.now()))
    },
    stopLooking: () => clearTimeout(timer),
  }
}

/** Whoever has the ticket hears that it is due. */
const sayDue = (number: number, level: 'set' | 'soon' | 'late'): void => {
  if (level !== 'set') toast.info({ title: (level === 'soon' ? WORK.nearly_late : WORK.late)(number) })
}

/**
 * Brings what the desk's stream tells into the cache: a ticket to its place in every list, a message to its
 * conversation. What could be missing something (asked for before the stream was opened) is one look at the server for a
 * whole burst.
 */
export const makeDeskLive = (queryClient: QueryClient, me: string) => {
  const queries = queryClient.getQueryCache()
  const asked = watchAsked(queryClient, isFollowed)
  const { lookSoon, stopLooking } = makeLooks(queryClient)
  // By its hash: among the hundreds of tickets that were looked at in a day, any other way goes through them all.
  const find = (queryKey: readonly unknown[]) => queries.get(hashKey(queryKey))

  const lookAtPart = (part: string, id: string): void => lookSoon(find([...TICKETS_ROOT, part, id]))
  /** Changes what a query holds, without making it look newer than it is; asks for it where that is not safe. */
  const put = <T>(query: Query, change: (data: T) => T | null): void => {
    const { queryKey, state } = query
    const isSafe = state.fetchStatus === 'idle' && !state.isInvalidated && asked.isCurrent(query)
    const data = state.data as T | undefined
    const changed = !isSafe || data === undefined ? null : change(data)
    if (changed === null) lookSoon(query)
    else if (changed !== data) queryClient.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt })
  }
  let changed = new Map<string, ListedTicket>()
  let putting: ReturnType<typeof setTimeout> | undefined
  let putAt = Number.NEGATIVE_INFINITY
  /** Every list is gone through once for all tickets of a moment: a hundred that change at once are one drawing. */
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
        // Of a merged one only the server can say what its page is now.
        if (own !== undefined)
          put<DeskTicket>(own as Query, (ticket) =>
            item.merged_into === undefined ? asListed(ticket, item) : null,
          )
      }
    })
  }
  const putTicket = (told: ListedTicket): void => {
    const item = withClock(told, () => itemOf(queries, changed, told.id))
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
        lookAtPart('clock', ticket_id)
        const query = find([...TICKETS_ROOT, 'messages', ticket_id])
        // One's own reply is on the screen already: the outbox lets go of it once the server has answered.
        if (query !== undefined)
          put<InfiniteData<MessagePage>>(query as Query, (data) =>
            message.is_mine === true ? null : withMessage(data, message, MESSAGE_PAGE),
          )
      }
      if (event.name === 'level') {
        const shown = itemOf(queries, changed, event.data.ticket_id)
        if (shown !== undefined) putTicket({ ...shown, clock: event.data.clock })
        lookAtPart('clock', event.data.ticket_id)
        if (shown?.assignee?.id === me) sayDue(shown.number, event.data.level)
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
      // Whatever was done to the open ticket stands in its log and beside it.
      if (event.name === 'ticket')
        for (const part of event.data.is_rewritten === true ? ALL_PARTS : PARTS)
          lookAtPart(part, event.data.id)
    },
    /** The lists are asked for more often again. */
    onLost: () => {
      live.isOpen = false
    },
    stop: () => {
      live.isOpen = false
      asked.stop()
      stopLooking()
      clearTimeout(putting)
    },
  }
}
