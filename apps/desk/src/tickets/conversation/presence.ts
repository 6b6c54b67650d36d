import type { Present } from '@podmoga/contract/desk/work'
import { queryOptions } from '@tanstack/react-query'

export const presenceKey = (ticketId: string) => ['desk', 'presence', ticketId] as const
/** Who is at a ticket, as the stream and one's own beat tell it. */
export const presenceQuery = (ticketId: string) =>
  queryOptions<Present[]>({
    queryKey: presenceKey(ticketId),
    queryFn: () => [],
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
  })
