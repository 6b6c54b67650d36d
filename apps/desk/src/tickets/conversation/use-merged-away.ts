import type { Call } from '@podmoga/contract/client'
import { noOverlays } from '@podmoga/web/history-overlays'
import { useEffect, useEffectEvent } from 'react'

/**
 * When the open ticket has been merged into another: waits until no dialog is open, moves drafts and unsent replies to the
 * surviving ticket, then navigates to it. Runs once per merged ticket.
 */
export function useMergedAway(
  person: string,
  call: Call,
  ticketId: string | null,
  survivor: string | null,
  go: (survivor: string) => void,
): void {
  const leadOn = useEffectEvent(async (from: string, to: string) => {
    await noOverlays()
    const { takeAlong } = await import('./take-along.ts')
    await takeAlong(person, call, from, to)
    go(to)
  })
  useEffect(() => {
    if (survivor !== null && ticketId !== null) void leadOn(ticketId, survivor)
  }, [survivor, ticketId])
}
