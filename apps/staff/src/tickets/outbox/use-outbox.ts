import type { Outbox } from '@podmoga/web/outbox/outbox'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { openOutbox } from '../../lib/offline/outbox.ts'
import { type Scope, useScope } from '../../lib/scope.tsx'
import { TICKETS } from '../tickets.texts.ts'
import { isOwn, ticketKinds } from './outbox.kinds.ts'
import { type OutgoingReply, type OutgoingTicket, type ReplyData, replyOf } from './outgoing.ts'

const registered = new WeakSet<Outbox<Scope>>()

/** The outbox of this person in this restaurant, which knows replies and new tickets. */
export const openTicketOutbox = (scope: Scope, queryClient: QueryClient): Outbox<Scope> => {
  const outbox = openOutbox(scope)
  if (!registered.has(outbox)) {
    registered.add(outbox)
    outbox.register(ticketKinds(scope, queryClient))
  }
  return outbox
}

const useItems = (kind: 'reply' | 'ticket') => {
  const outbox = openTicketOutbox(useScope(), useQueryClient())
  const all = useSyncExternalStore(outbox.subscribe, outbox.all, outbox.all)
  return { outbox, items: useMemo(() => all.filter((item) => item.kind === kind), [all, kind]) }
}

/** The new tickets that are on their way. */
export const useNewTickets = () => {
  const { outbox, items } = useItems('ticket')
  return { outbox, items: items as readonly OutgoingTicket[] }
}

export const loadRemoval = () => import('./remove-unsent.tsx')

/** Removes what its person does not want to send any more, who may take that back; asked first where that cannot come. */
export const discard = (outbox: Outbox<Scope>, id: string): void =>
  void loadRemoval().then(
    ({ removeUnsent }) => removeUnsent(outbox, id),
    () => {
      if (confirm(TICKETS.remove_sure)) outbox.remove(id)
    },
  )

/** The unsent replies of one ticket, and what can be done with them. */
export function useOutbox(ticketId: string) {
  const { outbox, items: all } = useItems('reply')
  const items = useMemo(
    () => (all as readonly OutgoingReply[]).filter(({ data }) => data.ticketId === ticketId),
    [all, ticketId],
  )
  const settle = useCallback((ids: ReadonlySet<string>) => outbox.settle(ids), [outbox])
  return useMemo(
    () => ({
      items,
      settle,
      isOwn,
      /** The draft of the ticket goes with it, and the failed reply that it came back from. */
      add: (
        { files, ...words }: Omit<ReplyData, 'ticketId'> & { files: readonly File[] },
        failed: string | undefined,
      ) => outbox.add(replyOf({ ticketId, ...words }, files), { draft: ticketId, item: failed }).id,
      retry: (id: string) => outbox.retry(id),
      /** Sends a failed reply that stands in the draft too: the draft goes with it. */
      retryFromDraft: (id: string) => outbox.retry(id, ticketId),
      remove: (id: string) => outbox.remove(id),
      /** Lets go of what the server shows though its answer was lost. */
      found: (id: string) => outbox.found(id),
      /** As its person does it, who may take that back. */
      discard: (id: string) => discard(outbox, id),
      cancel: (id: string) => outbox.cancel(id),
      dropFile: (id: string, file: File) => outbox.dropFile(id, file),
      wasSentElsewhere: outbox.wasSentElsewhere,
      /** What this person has on its way here, once what earlier pages have left is among it. */
      whenRestored: async (): Promise<readonly OutgoingReply[]> =>
        (await outbox.whenRestored()).filter(({ kind }) => kind === 'reply') as OutgoingReply[],
    }),
    [items, settle, outbox, ticketId],
  )
}
