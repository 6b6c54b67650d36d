import type { Call } from '@podmoga/contract/client'
import { toast } from '@podmoga/ui/toast/toast'
import { explain, isRefusal } from '@podmoga/web/explain'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { mergeInto, takeApart } from './relations.api.ts'
import { changeStatus, refreshTickets } from './tickets.api.ts'
import { TICKETS } from './tickets.texts.ts'
import { useUndoTime } from './use-undo-time.ts'
import { WORK } from './work.texts.ts'

/** What was just done to a ticket and may be undone. */
export type Deed = { ticket_id: string; number: number } & (
  | { to: 'closed' | 'open' }
  | { to: 'merged'; into: number }
  | { to: 'split'; from: string }
)
type Change = Deed & { to: 'closed' | 'open' }

/** Closing and reopening, with five seconds to take it back: for as long as it takes, once somebody is at it. */
export function useDeeds(call: Call) {
  const cache = useQueryClient()
  const [deed, setDeed] = useState<Deed | null>(null)
  const [pending, setPending] = useState<string | null>(null)
  const running = useRef<string | null>(null)
  const hold = useUndoTime(deed, () => setDeed(null))

  const change = async ({ ticket_id, number, to }: Change): Promise<boolean> => {
    if (running.current === ticket_id) return false
    running.current = ticket_id
    setPending(ticket_id)
    try {
      await changeStatus(call, ticket_id, to)
      return true
    } catch (error) {
      // Somebody else was quicker: it is as it was meant to be.
      if (isRefusal(error, to === 'closed' ? 'ticket_closed' : 'ticket_open')) return true
      toast.danger({
        title: `${to === 'closed' ? TICKETS.close_failed : TICKETS.reopen_failed} №${number}`,
        text: explain(error),
      })
      return false
    } finally {
      running.current = null
      await refreshTickets(cache)
      setPending(null)
    }
  }
  return {
    deed,
    pending,
    /** What the hand or the focus is at stays until they leave; then the five seconds begin anew. */
    hold,
    /** Offers to undo what happened in another way (a reply that closed the ticket). */
    note: setDeed,
    perform: async (wanted: Change): Promise<boolean> => {
      const isDone = await change(wanted)
      if (isDone) setDeed(wanted)
      return isDone
    },
    undo: async (): Promise<void> => {
      if (deed === null) return
      setDeed(null)
      const { ticket_id, number, to } = deed
      if (to === 'closed' || to === 'open') {
        await change({ ticket_id, number, to: to === 'closed' ? 'open' : 'closed' })
        return
      }
      try {
        // What was split off goes back where it came from.
        if (to === 'split') await mergeInto(call, ticket_id, deed.from)
        else await takeApart(call, ticket_id)
      } catch (error) {
        toast.danger({ title: WORK.not_done, text: explain(error) })
      }
      await refreshTickets(cache)
    },
  }
}

export type Deeds = ReturnType<typeof useDeeds>
