import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { usePlace } from '../lib/place.tsx'
import { openDispatch } from './dispatch.ts'

/** The dispatch, and what of it belongs to one ticket; null: the new tickets. */
function useOutgoing(ticketId: string | null) {
  const place = usePlace()
  const queryClient = useQueryClient()
  const dispatch = openDispatch(place, queryClient)
  const all = useSyncExternalStore(dispatch.subscribe, dispatch.all, dispatch.all)
  const items = useMemo(() => all.filter((item) => item.ticketId === ticketId), [all, ticketId])
  return { dispatch, items }
}

/** The new tickets that are on their way. */
export const useNewTickets = () => useOutgoing(null)

/** The unsent replies of one ticket, and what can be done with them. */
export function useDispatch(ticketId: string) {
  const { dispatch, items } = useOutgoing(ticketId)
  const settle = useCallback((ids: ReadonlySet<string>) => dispatch.settle(ids), [dispatch])
  const isOwn = useCallback((message: { id: string; text: string }) => dispatch.isOwn(message), [dispatch])
  return useMemo(
    () => ({
      items,
      settle,
      isOwn,
      add: (reply: { text: string; files: readonly File[] }) => dispatch.add({ ticketId, ...reply }).id,
      retry: (id: string) => dispatch.retry(id),
      remove: (id: string) => dispatch.remove(id),
      cancel: (id: string) => dispatch.cancel(id),
      dropFile: (id: string, file: File) => dispatch.dropFile(id, file),
      /** What this person has on its way here, once what earlier pages have left is among it. */
      whenRestored: () => dispatch.whenRestored(),
    }),
    [items, settle, isOwn, dispatch, ticketId],
  )
}
