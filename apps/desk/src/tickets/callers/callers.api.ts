import type { Call } from '@podmoga/contract/client'
import { listCallers } from '@podmoga/contract/tickets/callers'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const FRESH_MS = 60_000
const FOUND = '8'

/** The first few people who may be meant. */
export const callersQuery = (call: Call, search: string) =>
  queryOptions({
    queryKey: ['desk', 'callers', search],
    queryFn: ({ signal }) => call(listCallers, { query: { search, page_size: FOUND } }, { signal }),
    enabled: search !== '',
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    select: ({ results }) => results,
  })
