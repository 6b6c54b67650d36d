import { nothingOver } from '@podmoga/web/over'
import { useEffect, useEffectEvent } from 'react'
import { arrivals } from './arrivals.ts'
import type { Dispatch } from './dispatch.ts'
import { drafts } from './drafts.ts'

/**
 * Once for each ticket that was merged away: what was being written, or could not be sent, goes along to the one that stays, then the page, as
 * soon as no dialog stands open over it.
 */
export function useMergedAway(
  person: string,
  dispatch: Dispatch,
  ticketId: string | null,
  survivor: string | null,
  go: (survivor: string) => void,
): void {
  const leadOn = useEffectEvent(async (from: string, to: string) => {
    await nothingOver()
    await drafts.move(person, from, to)
    arrivals.move(person, from, to)
    dispatch.move(from, to)
    go(to)
  })
  useEffect(() => {
    if (survivor !== null && ticketId !== null) void leadOn(ticketId, survivor)
  }, [survivor, ticketId])
}
