import { isPassing, type Kind } from '@podmoga/web/outbox/kind'
import { leaveToWorker } from '@podmoga/web/outbox/leave-to-worker'
import type { QueryClient } from '@tanstack/react-query'
import { giveFeedback } from '../knowledge/article/feedback.api.ts'
import { openOutbox } from '../lib/offline/outbox.ts'
import type { Scope } from '../lib/scope.tsx'
import { sendHandover } from '../tickets/shift/handover.api.ts'
import { rate, reportRead, ticketsRoot } from '../tickets/tickets.api.ts'

/** A kind of pending actions: see lib/offline/pending-actions.ts. */
const actionKind = <D>(
  name: string,
  send: (scope: Scope, data: D) => Promise<unknown>,
  more: Pick<Kind<Scope>, 'refused' | 'onAnswered'>,
): Kind<Scope, D> => ({
  name,
  deliver: async (scope, { data }) => {
    await send(scope, data)
    return null
  },
  isPassing,
  ...more,
})

/** Has the small actions that were kept without a network go, and leaves to the worker what cannot. Returns how to stop. */
export const startUnsent = (scope: Scope, queryClient: QueryClient): (() => void) => {
  const outbox = openOutbox(scope)
  const onAnswered = () => {
    void queryClient.invalidateQueries({ queryKey: ticketsRoot(scope.restaurantId) })
    void queryClient.invalidateQueries({ queryKey: ['shift', scope.restaurantId] })
  }
  const refusable = { refused: 'drop', onAnswered } as const
  outbox.register([
    actionKind('read', reportRead, refusable),
    actionKind('rate', rate, refusable),
    actionKind('feedback', giveFeedback, refusable),
    // Its words are its person's: refused, it is theirs to take back.
    actionKind('handover', sendHandover, { onAnswered }),
  ])
  return leaveToWorker(outbox)
}
