import type { Call } from '@podmoga/contract/client'
import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { type DeskOutbox, openOutbox } from '../../lib/outbox.ts'
import { actKind } from '../acts/acts.ts'
import { resumeActs } from '../acts/left-acts.ts'
import { TICKETS_ROOT, ticketQuery } from '../tickets.api.ts'
import { notifyReplyClosed } from './closed-replies.ts'
import { COMPOSER } from './composer.texts.ts'
import { type Outgoing, replyKind } from './outbox.kinds.ts'

const registered = new WeakSet<DeskOutbox>()

/** The person's outbox with the kinds for replies and ticket actions registered. */
export const openReplyOutbox = (call: Call, person: string, cache: QueryClient): DeskOutbox => {
  const outbox = openOutbox(call, person)
  if (registered.has(outbox)) return outbox
  registered.add(outbox)
  const kind = replyKind({
    onSent: async (reply) => {
      announce(COMPOSER.sent_aloud)
      if (reply.close) notifyReplyClosed(reply)
      // Update the ticket's head at once, without waiting for the refetch.
      cache.setQueryData(
        ticketQuery(call, reply.ticket_id).queryKey,
        (now) => now && { ...now, waiting_since: null, ...(reply.close && { status: 'processed' as const }) },
      )
      await cache.invalidateQueries({ queryKey: TICKETS_ROOT })
    },
    onFailed: (isStopped) => {
      if (!isStopped) return toast.danger(COMPOSER.reply_failed)
      toast.info({ title: COMPOSER.stopped, text: COMPOSER.stopped_hint })
      void cache.invalidateQueries({ queryKey: TICKETS_ROOT })
    },
  })
  const acts = actKind({
    onRefused: ({ name, number }, error) =>
      toast.danger({ title: COMPOSER.act_refused(name, number), text: explain(error) }),
    onAnswered: () => void cache.invalidateQueries({ queryKey: TICKETS_ROOT }),
  })
  outbox.register([kind, acts] as Parameters<DeskOutbox['register']>[0])
  void resumeActs(outbox, person)
  return outbox
}

/** The replies to a ticket that the server has not accepted yet. */
export const useOutgoing = (outbox: DeskOutbox, ticketId: string): readonly Outgoing[] => {
  const all = useSyncExternalStore(outbox.subscribe, outbox.all)
  return useMemo(
    () => all.filter(({ kind, queue }) => kind === 'reply' && queue === ticketId) as Outgoing[],
    [all, ticketId],
  )
}
