import type { Call } from '@podmoga/contract/client'
import { noOverlays } from '@podmoga/web/history-overlays'
import { useEffect, useEffectEvent } from 'react'

/**
 * Once for each ticket that was merged away: what was being written, or could not be sent, goes along to the one that stays, then the page, as
 * soon as no dialog stands open over it.
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
