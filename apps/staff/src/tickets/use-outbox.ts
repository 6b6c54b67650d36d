import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { usePlace } from '../lib/place.tsx'
import { openOutbox } from './outbox.ts'

/** The outbox, and what of it belongs to one ticket; null: the new tickets. */
function useOutgoing(ticketId: string | null) {
  const place = usePlace()
  const queryClient = useQueryClient()
  const outbox = openOutbox(place, queryClient)
  const all = useSyncExternalStore(outbox.subscribe, outbox.all, outbox.all)
  const items = useMemo(() => all.filter((item) => item.ticketId === ticketId), [all, ticketId])
  return { outbox, items }
}

/** The new tickets that are on their way. */
export const useNewTickets = () => useOutgoing(null)

/** The unsent replies of one ticket, and what can be done with them. */
export function useOutbox(ticketId: string) {
  const { outbox, items } = useOutgoing(ticketId)
  const settle = useCallback((ids: ReadonlySet<string>) => outbox.settle(ids), [outbox])
  const isOwn = useCallback((message: { id: string; text: string }) => outbox.isOwn(message), [outbox])
  return {
    items,
    settle,
    isOwn,
    add: (reply: { text: string; files: readonly File[] }) => outbox.add({ ticketId, ...reply }).id,
    retry: (id: string) => outbox.retry(id),
    remove: (id: string) => outbox.remove(id),
    cancel: (id: string) => outbox.cancel(id),
    dropFile: (id: string, file: File) => outbox.dropFile(id, file),
  }
}
