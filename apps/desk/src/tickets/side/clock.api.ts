import type { Call } from '@podmoga/contract/client'
import { getTicketClock } from '@podmoga/contract/desk/service'
import { queryOptions } from '@tanstack/react-query'
import { pollOf, TICKETS_ROOT } from '../tickets.api.ts'

const FRESH_MS = 7_500

/** A ticket's deadlines; not in tickets.api.ts, because the first load does not need them. */
export const clockQuery = (call: Call, ticketId: string) =>
  queryOptions({
    queryKey: [...TICKETS_ROOT, 'clock', ticketId],
    queryFn: ({ signal }) => call(getTicketClock, { params: { ticketId } }, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: () => pollOf(1),
  })
