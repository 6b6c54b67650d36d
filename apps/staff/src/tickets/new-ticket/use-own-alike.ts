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
 * The most similar open ticket of the restaurant; null while there is none, or the message is too short. It stays unchanged while
 * the message is being sent: the answer may be lost, and the ticket found then would be this very one.
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
    // A hint only: the form works without it.
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
