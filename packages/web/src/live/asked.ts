import type { Query, QueryClient } from '@tanstack/react-query'

/** How soon after an opening that is looked at which was asked for before it: its first answers have mostly come. */
const LOOK_MS = 1000

/** Whether the end of a conversation is all that is wanted. Whoever goes back asks for it on the way down again. */
export const isAtEnd = ({ state }: Query): boolean =>
  (state.data as { pages: readonly unknown[] }).pages.length === 1 && state.fetchMeta?.fetchMore === undefined

/**
 * Knows which queries were asked for since the live stream was opened. Only those miss nothing of what it tells; of the
 * others `mayMiss` are looked at once more, soon after the opening: what happened between their answer and the first event
 * was told to nobody.
 */
export const watchAsked = (queryClient: QueryClient, mayMiss: (query: Query) => boolean) => {
  const queries = queryClient.getQueryCache()
  // In which opening of the stream each query was last asked for; 0: before the first one.
  const askedIn = new WeakMap<Query, number>()
  let opening = 0
  let looking: ReturnType<typeof setTimeout> | undefined
  const unwatch = queries.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return
    // A page further on says nothing of the newest one.
    if (event.action.meta?.fetchMore === undefined) askedIn.set(event.query as Query, opening)
  })
  const isCurrent = (query: Query): boolean => askedIn.get(query) === opening

  return {
    isCurrent,
    /** The stream is open; `isResumed`: it goes on from where it was, and what was current still is. */
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
