import type { Call } from '@podmoga/contract/client'
import { searchTickets } from '@podmoga/contract/desk/search'
import { listQueue } from '@podmoga/contract/desk/tickets'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

const FRESH_MS = 30_000

/** Full-text search, paginated; previous results stay until the new ones load. */
export const searchQuery = (call: Call, q: string) =>
  infiniteQueryOptions({
    queryKey: ['desk', 'search', q],
    queryFn: ({ pageParam, signal }) =>
      call(searchTickets, { query: { q, page: String(pageParam), page_size: '20' } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })

/** The id of the ticket with this number, preferring an open one; undefined if there is none. */
export const findTicket = async (call: Call, number: string): Promise<string | undefined> => {
  const find = (status: 'awaiting_response' | 'processed') => call(listQueue, { query: { number, status } })
  const [open, done] = await Promise.all([find('awaiting_response'), find('processed')])
  return [...open.results, ...done.results][0]?.id
}
