import type { Ticket } from '@podmoga/contract/tickets'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { draftKey } from '../drafts.ts'
import { moveDraft, survivorOf } from './merged-away.ts'

/**
 * Redirects from a merged ticket to the one it was merged into, and moves the draft there; `keep` saves the draft first. True
 * meanwhile: text typed now would be lost.
 */
export function useMergedAway(
  ticketId: string,
  ticket: Ticket | undefined,
  keep: () => Promise<unknown>,
): boolean {
  const { person, restaurantId } = useScope()
  const navigate = useNavigate()
  const survivor = survivorOf(ticketId, ticket)
  const leadOn = useEffectEvent(async (from: string, to: string) => {
    const keyOf = (id: string) => draftKey(person, restaurantId, id)
    await moveDraft(keyOf(from), keyOf(to), keep)
    void navigate(paths.ticket(restaurantId, to), { replace: true })
  })
  useEffect(() => {
    if (survivor !== null) void leadOn(ticketId, survivor)
  }, [survivor, ticketId])
  return survivor !== null
}
