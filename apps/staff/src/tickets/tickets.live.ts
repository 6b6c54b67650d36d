import type { LiveEvent } from '@podmoga/contract/events'
import type { MessagePage } from '@podmoga/contract/tickets'
import { isAtEnd, watchAsked } from '@podmoga/web/live/asked'
import { withMessage } from '@podmoga/web/live/with-message'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { ticketsRoot } from './tickets.api.ts'

/** Several events of one moment are one look at the server. */
const GATHER_MS = 150

/**
 * Brings what the live stream tells into the cache. A message goes straight to its conversation when nothing between the
 * two can be missing: the conversation was asked for after the stream had been opened, and is not being asked for now.
 * Everything else is one look at the server for a burst of events.
 */
export const makeLiveCache = (queryClient: QueryClient, restaurantId: string) => {
  const root = ticketsRoot(restaurantId)
  const queries = queryClient.getQueryCache()
  const asked = watchAsked(queryClient, (query) => {
    const [domain, of, part] = query.queryKey
    if (domain !== root[0] || of !== restaurantId) return false
    return part === 'messages' ? isAtEnd(query) : part === 'list' || part === 'ticket'
  })
  let isGreeting = false

  let gathered = new Map<string, readonly unknown[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const keys = gathered.has('') ? [root] : [...gathered.values()]
    gathered = new Map()
    timer = undefined
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  }
  const lookSoon = (...tail: string[]) => {
    gathered.set(tail.join('/'), [...root, ...tail])
    timer ??= setTimeout(look, GATHER_MS)
  }

  /** Changes what a query holds, without making it look newer than it is; false when it must be asked for. */
  const put = <T>(tail: string[], change: (data: T) => T | null): boolean => {
    const queryKey = [...root, ...tail]
    const query = queries.find({ queryKey })
    if (query === undefined || query.state.fetchStatus !== 'idle') return false
    const data = query.state.data as T | undefined
    const changed = data === undefined ? null : change(data)
    if (changed === null) return false
    if (changed !== data)
      queryClient.setQueryData(queryKey, changed, { updatedAt: query.state.dataUpdatedAt })
    return true
  }
  const missesNothing = (ticketId: string): boolean => {
    const query = queries.find({ queryKey: [...root, 'messages', ticketId] })
    return query !== undefined && !query.state.isInvalidated && asked.isCurrent(query as Query)
  }

  return {
    onOpen: (isResumed: boolean) => {
      asked.open(isResumed)
      isGreeting = true
    },
    onEvent: (event: LiveEvent) => {
      if (event.name === 'message') {
        const { ticket_id, message } = event.data
        // One's own reply is on the screen already: the outbox lets go of it once the server has answered.
        const isPut =
          message.is_mine !== true &&
          missesNothing(ticket_id) &&
          put<InfiniteData<MessagePage>>(['messages', ticket_id], (data) => withMessage(data, message))
        if (!isPut) lookSoon('messages', ticket_id)
        lookSoon('list')
      }
      // The first count of a connection is no news: whoever is asking for it just now will hear the same.
      if (event.name === 'unread' && !put(['unread'], () => event.data) && !isGreeting) lookSoon('unread')
      if (event.name === 'ticket') lookSoon()
      isGreeting = false
    },
    stop: () => {
      asked.stop()
      clearTimeout(timer)
    },
  }
}
