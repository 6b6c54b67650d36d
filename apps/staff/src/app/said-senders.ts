import { isReached, onReachChange } from '@podmoga/web/reach'
import type { QueryClient } from '@tanstack/react-query'
import { giveFeedback } from '../knowledge/feedback.api.ts'
import type { Place } from '../lib/place.tsx'
import { type Senders, sendSaid } from '../lib/said-later.ts'
import { sendHandover } from '../tickets/handover.api.ts'
import { rate, reportRead, ticketsRoot } from '../tickets/tickets.api.ts'

/** How each kind of said things goes to the server. */
export const SENDERS = {
  read: reportRead,
  rate,
  feedback: giveFeedback,
  handover: sendHandover,
} satisfies Senders

/** Says what was kept without a network: now, and whenever there may be one again. Returns how to stop. */
export const saySaid = (place: Place, queryClient: QueryClient): (() => void) => {
  const say = async () => {
    if (!isReached() || !(await sendSaid(place, SENDERS))) return
    void queryClient.invalidateQueries({ queryKey: ticketsRoot(place.restaurantId) })
    void queryClient.invalidateQueries({ queryKey: ['shift', place.restaurantId] })
  }
  const look = () => void say()
  look()
  return onReachChange(look)
}
