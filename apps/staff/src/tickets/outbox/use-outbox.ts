import type { Message } from '@podmoga/contract/tickets'
import { toast } from '@podmoga/ui/toast/toast'
import type { Outbox } from '@podmoga/web/outbox/outbox'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { openOutbox } from '../../lib/offline/outbox.ts'
import { type Scope, useScope } from '../../lib/scope.tsx'
import { TICKETS } from '../tickets.texts.ts'
import { isOwn, ticketKinds } from './outbox.kinds.ts'
import { type OutgoingReply, type OutgoingTicket, type ReplyData, replyOf } from './outgoing.ts'

const registered = new WeakSet<Outbox<Scope>>()

/** The outbox of this user in this restaurant, with the kinds of replies and new tickets registered. */
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

/** The unsent new tickets. */
export const useNewTickets = () => {
  const { outbox, items } = useItems('ticket')
  return { outbox, items: items as readonly OutgoingTicket[] }
}

export const loadRemoval = () => import('./remove-unsent.tsx')

/**
 * Removes an unsent item with an undo, or says that it is no longer possible; asks for confirmation if the undo's code cannot be
 * loaded.
 */
export const discard = async (outbox: Outbox<Scope>, id: string): Promise<void> => {
  if (!(await outbox.mayTakeBack(id))) return toast.info(TICKETS.not_removed)
  await loadRemoval().then(
    ({ removeUnsent }) => removeUnsent(outbox, id),
    () => {
      if (confirm(TICKETS.remove_sure)) outbox.remove(id)
    },
  )
}

/** Takes an unsent ticket back for editing; says so if that is no longer possible. Resolves to whether it was. */
export const takeBack = async (outbox: Outbox<Scope>, id: string): Promise<boolean> => {
  const isBack = await outbox.cancel(id)
  if (!isBack) toast.info(TICKETS.not_taken_back)
  return isBack
}

/** The unsent replies of one ticket, and their actions. */
export function useOutbox(ticketId: string) {
  const { outbox, items: all } = useItems('reply')
  const items = useMemo(
    () => (all as readonly OutgoingReply[]).filter(({ data }) => data.ticketId === ticketId),
    [all, ticketId],
  )
  const isOwnHere = useCallback((message: Message) => isOwn(ticketId, message), [ticketId])
  const settle = useCallback((ids: ReadonlySet<string>) => outbox.settle(ids), [outbox])
  return useMemo(
    () => ({
      items,
      settle,
      isOwn: isOwnHere,
      /** Deletes the ticket's draft along with it, and the failed reply that it was restored from. */
      add: (
        { files, ...words }: Omit<ReplyData, 'ticketId'> & { files: readonly File[] },
        failed: string | undefined,
      ) => outbox.add(replyOf({ ticketId, ...words }, files), { draft: ticketId, item: failed }).id,
      retry: (id: string) => outbox.retry(id),
      /** Retries a failed reply that was restored to the draft, and deletes the draft. */
      retryFromDraft: (id: string) => outbox.retry(id, ticketId),
      remove: (id: string) => outbox.remove(id),
      /** Removes a reply that the server has stored although its answer was lost. */
      found: (id: string) => outbox.found(id),
      /** Removal by the user, with an undo. */
      discard: (id: string): void => void discard(outbox, id),
      cancel: (id: string) => void outbox.cancel(id),
      dropFile: (id: string, file: File): void => void outbox.dropFile(id, file),
      wasSentElsewhere: outbox.wasSentElsewhere,
      /** The unsent replies, once those stored by earlier pages are loaded. */
      whenRestored: async (): Promise<readonly OutgoingReply[]> =>
        (await outbox.whenRestored()).filter(({ kind }) => kind === 'reply') as OutgoingReply[],
    }),
    [items, settle, isOwnHere, outbox, ticketId],
  )
}
