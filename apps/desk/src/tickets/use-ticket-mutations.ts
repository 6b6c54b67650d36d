import type { Call } from '@podmoga/contract/client'
import { isRefusal } from '@podmoga/web/explain'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useState } from 'react'
import { mergeInto, takeApart } from './side/relations.api.ts'
import { WORK } from './side/work.texts.ts'
import { changeStatus, TICKETS_SHOWN } from './tickets.api.ts'
import { TICKETS } from './tickets.texts.ts'
import { useUndoTime } from './workspace/use-undo-time.ts'

/** What was just done to a ticket and may be undone. */
export type TicketMutation = { ticket_id: string; number: number } & (
  | { to: 'closed' | 'open' }
  | { to: 'merged'; into: number }
  | { to: 'split'; from: string }
)
type Change = TicketMutation & { to: 'closed' | 'open' }

/** Closing and reopening, with five seconds to take it back: for as long as it takes, once somebody is at it. */
export function useTicketMutations(call: Call) {
  const [last, setLast] = useState<TicketMutation | null>(null)
  const { run, pending } = useSubmit({ refreshes: [TICKETS_SHOWN], refreshesAlways: true, isPerName: true })
  const hold = useUndoTime(last, () => setLast(null))

  const change = async ({ ticket_id, number, to }: Change): Promise<boolean> => {
    const work = () =>
      changeStatus(call, ticket_id, to).catch((error: unknown) => {
        // Somebody else was quicker: it is as it was meant to be.
        if (!isRefusal(error, to === 'closed' ? 'ticket_closed' : 'ticket_open')) throw error
        return {}
      })
    const toast = `${to === 'closed' ? TICKETS.close_failed : TICKETS.reopen_failed} №${number}`
    return (await run<object>(work, { name: ticket_id, toast })) !== null
  }
  return {
    last,
    pending,
    /** What the hand or the focus is at stays until they leave; then the five seconds begin anew. */
    hold,
    /** Offers to undo what happened in another way (a reply that closed the ticket). */
    note: setLast,
    perform: async (wanted: Change): Promise<boolean> => {
      const isDone = await change(wanted)
      if (isDone) setLast(wanted)
      return isDone
    },
    undo: async (): Promise<void> => {
      if (last === null) return
      setLast(null)
      const { ticket_id, number, to } = last
      if (to === 'closed' || to === 'open') {
        await change({ ticket_id, number, to: to === 'closed' ? 'open' : 'closed' })
        return
      }
      // What was split off goes back where it came from.
      const work = () => (to === 'split' ? mergeInto(call, ticket_id, last.from) : takeApart(call, ticket_id))
      await run<object>(work, { name: ticket_id, toast: WORK.not_done })
    },
  }
}

export type TicketMutations = ReturnType<typeof useTicketMutations>
