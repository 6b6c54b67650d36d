import { READ_IDS_MAX } from '@podmoga/contract/fields/limits'
import { Refusal } from '@podmoga/contract/refusals'
import type { Message } from '@podmoga/contract/tickets'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendOrKeep } from '../../lib/offline/pending-actions.ts'
import { type Scope, useScope } from '../../lib/scope.tsx'
import { reportRead, ticketsRoot, unreadQuery } from '../tickets.api.ts'

const reported = new Set<string>()

const report = async (scope: Scope, queryClient: QueryClient, ids: string[]): Promise<void> => {
  for (const id of ids) reported.add(id)
  try {
    const action = { kind: 'read', key: ids[0] ?? '', data: { ids } }
    // Kept while offline and sent later.
    if ((await sendOrKeep(scope, action, reportRead)) === null) return
  } catch (error) {
    const isTaken = error instanceof Refusal && error.code === 'unreadable'
    if (!isTaken) for (const id of ids) reported.delete(id)
    if (!isTaken) return
  }
  void queryClient.invalidateQueries({ queryKey: unreadQuery(scope).queryKey })
  void queryClient.invalidateQueries({
    queryKey: [...ticketsRoot(scope.restaurantId), 'list'],
    refetchType: 'none',
  })
}

/** Reports messages as read when they are loaded: each id once, at most 200 in a request; then refetches the badge. */
export function useReadReports(ticketId: string, messages: readonly Message[]): void {
  const scope = useScope()
  const queryClient = useQueryClient()
  useEffect(() => {
    const ids = messages.map(({ id }) => id).filter((id) => !reported.has(id))
    if (ids.length > 0)
      void import('../../lib/notifications/notifications.ts').then(
        ({ closeNotification }) => closeNotification(ticketId),
        () => null,
      )
    for (let at = 0; at < ids.length; at += READ_IDS_MAX)
      void report(scope, queryClient, ids.slice(at, at + READ_IDS_MAX))
  }, [ticketId, messages, scope, queryClient])
}
