import type { Call } from '@podmoga/contract/client'
import { listCallers } from '@podmoga/contract/tickets/callers'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

const FRESH_MS = 60_000
const FOUND = '8'

/** The first matches of a caller search. */
export const callersQuery = (call: Call, search: string) =>
  queryOptions({
    queryKey: ['desk', 'callers', search],
    queryFn: ({ signal }) => call(listCallers, { query: { search, page_size: FOUND } }, { signal }),
    enabled: search !== '',
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    select: ({ results }) => results,
  })

/** The people of a restaurant, paginated. */
export const peopleOfQuery = (call: Call, restaurant: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['desk', 'callers of', restaurant, search],
    queryFn: ({ pageParam, signal }) => {
      const query = { restaurant, search, page_size: '20', ...(pageParam === '' ? {} : { after: pageParam }) }
      return call(listCallers, { query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
