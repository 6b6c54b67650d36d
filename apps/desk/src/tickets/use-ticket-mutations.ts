import type { Call } from '@podmoga/contract/client'
import { uuid } from '@podmoga/contract/fields/uuid'
import { toast } from '@podmoga/ui/toast/toast'
import { explain, isRefusal } from '@podmoga/web/explain'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActs } from './acts/use-acts.ts'
import { newestOf } from './conversation/conversation.ts'
import { WORK } from './side/work.texts.ts'
import { messagesQuery, TICKETS_SHOWN } from './tickets.api.ts'
import { TICKETS } from './tickets.texts.ts'
import { doing, undoable, undoOffered } from './workspace/last-undo.ts'
import { useUndoTime } from './workspace/use-undo-time.ts'

/** The last action on a ticket, which can be undone. */
export type TicketMutation = { ticket_id: string; number: number } & (
  | { to: 'closed' | 'open' }
  | { to: 'merged'; into: number }
  | { to: 'split'; from: string }
  /** `name`: «Срочность: Срочно». */
  | { to: 'changed'; name: string; back: () => Promise<unknown> }
)
type Change = TicketMutation & { to: 'closed' | 'open' }

/** Closing and reopening, with five seconds to undo; the timer pauses while the offer has the pointer or focus. */
export function useTicketMutations(call: Call, onBack: (ticketId: string) => void) {
  const cache = useQueryClient()
  const perform = useActs()
  const [last, setLast] = useState<TicketMutation | null>(null)
  const { run, pending } = useSubmit({ refreshes: [TICKETS_SHOWN], refreshesAlways: true, isPerName: true })
  const hold = useUndoTime(last, () => setLast(null))

  /** `way` distinguishes a separate action from a repeated press of the same one. */
  const change = async (
    { ticket_id, number, to }: Change,
    onDone?: () => void,
    way = '',
  ): Promise<boolean> => {
    const seen = newestOf(cache.getQueryData(messagesQuery(call, ticket_id).queryKey))
    const status = to === 'closed' ? 'processed' : 'awaiting_response'
    const work = () =>
      doing(
        perform({
          ticket: { id: ticket_id, number },
          act: { do: 'status', to, seen },
          name: to === 'closed' ? TICKETS.close : TICKETS.reopen,
          after: { status },
        }).then(() => onDone?.()),
      )
    const title = `${to === 'closed' ? TICKETS.close_failed : TICKETS.reopen_failed} №${number}`
    const showError = (error: unknown) =>
      isRefusal(error, 'unseen_message')
        ? toast.info({ title: TICKETS.not_closed(number), text: TICKETS.not_closed_hint })
        : toast.danger({ title, text: explain(error) })
    return (await run(work, { name: `${ticket_id}/${to}/${way}`, toast: showError })) !== null
  }
  const undo = async (done: TicketMutation): Promise<void> => {
    setLast(null)
    const { ticket_id, number, to } = done
    if (to === 'changed') {
      await done.back()
      return
    }
    if (to === 'closed' || to === 'open') {
      // A unique name: an earlier reopening may still be refetching the lists.
      await change({ ticket_id, number, to: to === 'closed' ? 'open' : 'closed' }, undefined, uuid())
      return
    }
    // Undo a split by merging back into the original ticket.
    const work = async () => {
      // Already loaded by the dialog that split or merged it.
      const { mergeInto, takeApart } = await import('./side/relations.api.ts')
      return to === 'split' ? mergeInto(call, ticket_id, done.from) : takeApart(cache, call, ticket_id)
    }
    const isBack = await run<object>(work, { name: ticket_id, toast: WORK.not_done })
    // After the merge the page went to the other ticket: go back.
    if (isBack !== null && to === 'merged') onBack(ticket_id)
  }
  const note = (done: TicketMutation) => {
    setLast(done)
    undoable(() => undo(done))
  }
  return {
    last,
    /** Id of the ticket being changed. */
    pending: pending?.split('/')[0],
    /** Pauses the undo timer while the pointer or the focus is on the offer; restarts it afterwards. */
    hold,
    /** Offers to undo an action done elsewhere (e.g. a reply that closed the ticket). */
    note,
    perform: (wanted: Change): Promise<boolean> => change(wanted, () => note(wanted)),
    undo: (): void => void undoOffered(),
  }
}

export type TicketMutations = ReturnType<typeof useTicketMutations>
