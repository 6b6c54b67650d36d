import type { Call } from '@podmoga/contract/client'
import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { type DeskOutbox, openOutbox } from '../../lib/outbox.ts'
import { WORK } from '../side/work.texts.ts'
import { TICKETS_ROOT } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { tellReplyClosed } from './closed-replies.ts'
import { type Outgoing, replyKind } from './outbox.kinds.ts'

const registered = new WeakSet<DeskOutbox>()

/** The desk's one outbox, which knows replies. */
export const openReplyOutbox = (call: Call, person: string, cache: QueryClient): DeskOutbox => {
  const outbox = openOutbox(call, person)
  if (registered.has(outbox)) return outbox
  registered.add(outbox)
  const kind = replyKind({
    onSent: async (reply) => {
      announce(TICKETS.sent_aloud)
      if (reply.close) tellReplyClosed(reply)
      await cache.invalidateQueries({ queryKey: TICKETS_ROOT })
    },
    onFailed: (isStopped) => {
      if (!isStopped) return toast.danger(TICKETS.reply_failed)
      toast.info({ title: WORK.stopped, text: WORK.stopped_hint })
      void cache.invalidateQueries({ queryKey: TICKETS_ROOT })
    },
  })
  outbox.register([kind])
  return outbox
}

/** The replies to a ticket that the server has not acknowledged yet. */
export const useOutgoing = (outbox: DeskOutbox, ticketId: string): readonly Outgoing[] => {
  const all = useSyncExternalStore(outbox.subscribe, outbox.all)
  return useMemo(() => all.filter(({ queue }) => queue === ticketId) as Outgoing[], [all, ticketId])
}
