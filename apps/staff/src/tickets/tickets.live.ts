import type { LiveEvent } from '@podmoga/contract/events'
import type { MessagePage } from '@podmoga/contract/tickets'
import { isAtEnd, watchAsked } from '@podmoga/web/live/asked'
import { refetchAfterEvent } from '@podmoga/web/live/refetch'
import { withMessage } from '@podmoga/web/live/with-message'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { ticketsRoot } from './tickets.api.ts'

/** Events within this time cause a single refetch. */
const BATCH_MS = 150

/**
 * Applies live events to the cache. A message is added to its cached conversation directly if none can be missing in between: the
 * conversation was fetched after the stream had been opened, and is not being fetched now. Otherwise one refetch follows a burst
 * of events.
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

  let batch = new Map<string, readonly unknown[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refetch = () => {
    const keys = batch.has('') ? [root] : [...batch.values()]
    batch = new Map()
    timer = undefined
    for (const queryKey of keys) refetchAfterEvent(queryClient, { queryKey })
  }
  const refetchSoon = (...tail: string[]) => {
    batch.set(tail.join('/'), [...root, ...tail])
    timer ??= setTimeout(refetch, BATCH_MS)
  }

  /** Updates cached data without changing its age; returns false if the query must be refetched. */
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
        // The user's own reply is already shown: the outbox removes it once the server has answered.
        const isPut =
          message.is_mine !== true &&
          missesNothing(ticket_id) &&
          put<InfiniteData<MessagePage>>(['messages', ticket_id], (data) => withMessage(data, message))
        if (!isPut) refetchSoon('messages', ticket_id)
        refetchSoon('list')
      }
      // The first count of a connection is no change: a query in flight will get the same.
      if (event.name === 'unread' && !put(['unread'], () => event.data) && !isGreeting) refetchSoon('unread')
      if (event.name === 'ticket') refetchSoon()
      isGreeting = false
    },
    stop: () => {
      asked.stop()
      clearTimeout(timer)
    },
  }
}
