import { announce } from '@podmoga/ui/live-region/live-region'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { type AlikeTicket, suggestedQuery } from '../../lib/suggested.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useLate } from '../../lib/use-late.ts'
import { ticketsRoot } from '../tickets.api.ts'

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
  const code = useLate(() => import('./own-alike.ts'), q !== '')
  const { data } = useQuery({
    queryKey: [...ticketsRoot(restaurantId), 'alike', q],
    queryFn: code ? ({ signal }) => call(code.listOwnAlike, { query: { q } }, { signal }) : skipToken,
    placeholderData: (before) => before,
    // A hint: without it the form is whole.
    retry: false,
  })
  const card = (code && data && code.cardOf(restaurantId, data)) ?? null
  const isSure = card !== null && data?.sure !== false
  useEffect(() => {
    if (isSure) announce(code?.ALIKE.sure ?? '')
  }, [isSure, code])
  const before = useRef<AlikeTicket | null>(null)
  if (!isOnItsWay) before.current = card
  return before.current
}
