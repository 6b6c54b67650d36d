import type { Query, QueryClient } from '@tanstack/react-query'

/** The delay of the check after the stream opens: most of the page's first answers have arrived by then. */
const LOOK_MS = 1000

/** Whether only the newest page of a conversation is loaded, and no other is being fetched. */
export const isAtEnd = ({ state }: Query): boolean =>
  (state.data as { pages: readonly unknown[] }).pages.length === 1 && state.fetchMeta?.fetchMore === undefined

/**
 * Tracks which queries were fetched since the live stream opened: only those are sure to miss no event. Other queries
 * selected by `mayMiss` are refetched soon after the opening, as events between their answer and the opening were not
 * received.
 */
export const watchAsked = (queryClient: QueryClient, mayMiss: (query: Query) => boolean) => {
  const queries = queryClient.getQueryCache()
  // The opening of the stream in which each query was last fetched; 0: before the first.
  const askedIn = new WeakMap<Query, number>()
  let opening = 0
  let looking: ReturnType<typeof setTimeout> | undefined
  const unwatch = queries.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return
    // Fetching a further page does not refresh the newest one.
    if (event.action.meta?.fetchMore === undefined) askedIn.set(event.query as Query, opening)
  })
  const isCurrent = (query: Query): boolean => askedIn.get(query) === opening

  return {
    isCurrent,
    /** Call when the stream opens; `isResumed`: it continues without a gap, so current queries stay current. */
    open: (isResumed: boolean): void => {
      if (isResumed) return
      opening += 1
      clearTimeout(looking)
      looking = setTimeout(() => {
        const predicate = (query: Query) =>
          query.state.status === 'success' && mayMiss(query) && !isCurrent(query)
        void queryClient.invalidateQueries({ predicate })
      }, LOOK_MS)
    },
    stop: (): void => {
      unwatch()
      clearTimeout(looking)
    },
  }
}
