import { announce } from '@podmoga/ui/live-region/live-region'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { type AlikeTicket, suggestedQuery } from '../../lib/suggested.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useLate } from '../../lib/use-late.ts'
import { ticketsRoot } from '../tickets.api.ts'
import { NEW_TICKET } from './new-ticket.texts.ts'

const PAUSE_MS = 500

/** The open ticket of the restaurant that is most like the message; null while there is none, or nothing to ask with. */
export function useOwnAlike(message: string): AlikeTicket | null {
  const { call, restaurantId } = useScope()
  const q = useDebounced(suggestedQuery(message), PAUSE_MS)
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
  if (found === undefined) return null
  return {
    href: paths.ticket(restaurantId, found.id),
    title: isSure ? NEW_TICKET.alike : NEW_TICKET.alike_unsure,
    words: NEW_TICKET.alike_one(found.number, found.first_words),
  }
}
