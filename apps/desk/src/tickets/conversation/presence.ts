import type { Present } from '@podmoga/contract/desk/work'
import { queryOptions } from '@tanstack/react-query'

export const presenceKey = (ticketId: string) => ['desk', 'presence', ticketId] as const
/** The agents present at a ticket; updated by the event stream and by the answers to own beats. */
export const presenceQuery = (ticketId: string) =>
  queryOptions<Present[]>({
    queryKey: presenceKey(ticketId),
    queryFn: () => [],
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
  })
