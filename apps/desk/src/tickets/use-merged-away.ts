import { useEffect, useEffectEvent } from 'react'
import { drafts } from './drafts.ts'

/** Once for each ticket that was merged away: what was being written goes along to the one that stays, then the page. */
export function useMergedAway(
  person: string,
  ticketId: string | null,
  survivor: string | null,
  go: (survivor: string) => void,
): void {
  const leadOn = useEffectEvent((from: string, to: string) =>
    drafts.move(person, from, to).then(() => go(to)),
  )
  useEffect(() => {
    if (survivor !== null && ticketId !== null) void leadOn(ticketId, survivor)
  }, [survivor, ticketId])
}
