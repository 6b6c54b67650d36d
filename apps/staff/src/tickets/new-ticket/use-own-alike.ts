import { announce } from '@podmoga/ui/live-region/live-region'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { type AlikeTicket, suggestedQuery } from '../../lib/suggested.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useLate } from '../../lib/use-late.ts'
import { ticketsRoot } from '../tickets.api.ts'
import { NEW_TICKET } from './new-ticket.texts.ts'

const PAUSE_MS = 500

/**
 * The open ticket of the restaurant that is most like the message; null while there is none, or nothing to ask with. While the
 * message is on its way it stays what it was: its answer may be lost, and the ticket that is found then is this very one.
 */
export function useOwnAlike({
  message,
  isOnItsWay,
}: {
  message: string
  isOnItsWay: boolean
}): AlikeTicket | null {
  const { call, restaurantId } = useScope()
  const q = useDebounced(isOnItsWay ? '' : suggestedQuery(message), PAUSE_MS)
  const listOwnAlike = useLate(() => import('@podmoga/contract/tickets/alike'), q !== '')?.listOwnAlike
  const { data } = useQuery({
    queryKey: [...ticketsRoot(restaurantId), 'alike', q],
    queryFn: listOwnAlike ? ({ signal }) => call(listOwnAlike, { query: { q } }, { signal }) : skipToken,
    placeholderData: (before) => before,
    // A hint: without it the form is whole.
    retry: false,
  })
  const found = q === '' ? undefined : data?.results[0]
  const isSure = found !== undefined && data?.sure !== false
  useEffect(() => {
    if (isSure) announce(NEW_TICKET.alike)
  }, [isSure])
  const before = useRef<AlikeTicket | null>(null)
  if (isOnItsWay) return before.current
  before.current =
    found === undefined
      ? null
      : {
          href: paths.ticket(restaurantId, found.id),
          title: isSure ? NEW_TICKET.alike : NEW_TICKET.alike_unsure,
          words: NEW_TICKET.alike_one(found.number, found.first_words),
        }
  return before.current
}
