import type { Call } from '@podmoga/contract/client'
import { getTicketClock } from '@podmoga/contract/desk/service'
import { queryOptions } from '@tanstack/react-query'
import { pollOf, TICKETS_ROOT } from '../tickets.api.ts'

const FRESH_MS = 7_500

/** By when a ticket is to be answered; apart from the queue's calls, whose first screen asks for none. */
export const clockQuery = (call: Call, ticketId: string) =>
  queryOptions({
    queryKey: [...TICKETS_ROOT, 'clock', ticketId],
    queryFn: ({ signal }) => call(getTicketClock, { params: { ticketId } }, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: () => pollOf(1),
  })
