import { isPassing, type Kind } from '@podmoga/web/outbox/kind'
import { leaveToWorker } from '@podmoga/web/outbox/leave-to-worker'
import type { QueryClient } from '@tanstack/react-query'
import type { Action } from '../lib/feature.ts'
import { openOutbox } from '../lib/offline/outbox.ts'
import type { Scope } from '../lib/scope.tsx'
import { FEATURES } from './features.ts'

/**
 * Sends actions kept while offline, and leaves to the service worker those that cannot be sent now. Returns a function that
 * stops.
 */
export const startUnsent = (scope: Scope, queryClient: QueryClient): (() => void) => {
  const outbox = openOutbox(scope)
  const onAnswered = () => {
    for (const { root } of FEATURES)
      if (root !== undefined) void queryClient.invalidateQueries({ queryKey: [root, scope.restaurantId] })
  }
  const kindOf = ([name, { send, ...more }]: [string, Action]): Kind<Scope> => ({
    name,
    deliver: async (to, item) => {
      await send(to, item.data, item)
      return null
    },
    isPassing,
    onAnswered,
    ...more,
  })
  outbox.register(FEATURES.flatMap(({ actions = {} }) => Object.entries(actions).map(kindOf)))
  return leaveToWorker(outbox)
}
