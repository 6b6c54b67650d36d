import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { usePlace } from '../app/place.tsx'
import { openOutbox } from './outbox.ts'

/** What is on its way to one ticket (null: the new tickets), and what can be done with it. */
export function useOutbox(ticketId: string | null) {
  const place = usePlace()
  const queryClient = useQueryClient()
  const outbox = openOutbox(place, queryClient)
  const all = useSyncExternalStore(outbox.subscribe, outbox.all)
  const items = useMemo(() => all.filter((item) => item.ticketId === ticketId), [all, ticketId])
  const settle = useCallback((ids: ReadonlySet<string>) => outbox.settle(ids), [outbox])
  const isOwn = useCallback((message: { id: string; text: string }) => outbox.isOwn(message), [outbox])
  return {
    outbox,
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
