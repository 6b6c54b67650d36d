import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches queries because of a live event. TanStack Query does not restart the first fetch of a query, and its answer may be
 * older than the event: such a query is refetched once that fetch has succeeded.
 */
export const refetchAfterEvent = (queryClient: QueryClient, filters: QueryFilters): void => {
  const first = queryClient
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  void queryClient.invalidateQueries(filters)
  for (const { promise, queryKey } of first) {
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true })
    // A failure is shown with «Повторить», whose answer is newer.
    void promise?.then(again, () => null)
  }
}
