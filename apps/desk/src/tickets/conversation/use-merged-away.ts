import type { Call } from '@podmoga/contract/client'
import { noOverlays } from '@podmoga/web/history-overlays'
import { useEffect, useEffectEvent } from 'react'
import { drafts } from '../composer/drafts.ts'
import type { ReplyData } from '../composer/outbox.kinds.ts'
import { arrivals } from '../queue/arrivals.ts'

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
    const { openOutbox } = await import('../../lib/outbox.ts')
    await drafts.move(person, from, to)
    arrivals.move(person, from, to)
    openOutbox(call, person).move(from, to, (reply: ReplyData) => ({ ...reply, ticket_id: to }))
    go(to)
  })
  useEffect(() => {
    if (survivor !== null && ticketId !== null) void leadOn(ticketId, survivor)
  }, [survivor, ticketId])
}
