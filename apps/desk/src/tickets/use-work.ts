import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { QueueView } from './queue-view.ts'
import { refreshTickets, ticketQuery } from './tickets.api.ts'
import { giveTicket, takeNextOf } from './work.api.ts'
import { WORK } from './work.texts.ts'

/** Giving tickets to agents, and taking the next one; each at most once at a time. */
export function useWork(call: Call) {
  const cache = useQueryClient()
  const running = useRef(false)
  const [isTaking, setTaking] = useState(false)

  const once = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return
    running.current = true
    try {
      await work()
    } finally {
      running.current = false
    }
  }
  return {
    isTaking,
    /** Rejects with a Refusal when it could not be done. */
    give: async (ticket: DeskTicket, to: { assignee: string | null; word?: string }): Promise<void> => {
      try {
        const { assignee } = await giveTicket(call, ticket.id, { ...to, from: ticket.assignee?.id ?? null })
        cache.setQueryData(ticketQuery(call, ticket.id).queryKey, (now) => now && { ...now, assignee })
      } finally {
        await refreshTickets(cache)
      }
    },
    assignMe: (ticket: DeskTicket, me: string): Promise<void> =>
      once(async () => {
        try {
          const { assignee } = await giveTicket(call, ticket.id, {
            assignee: me,
            from: ticket.assignee?.id ?? null,
          })
          cache.setQueryData(ticketQuery(call, ticket.id).queryKey, (now) => now && { ...now, assignee })
        } catch (error) {
          toast.danger({ title: WORK.assign_failed, text: explain(error) })
        }
        await refreshTickets(cache)
      }),
    /** The id of the ticket that is one's own now; null when there was none. */
    takeNext: async (view: QueueView): Promise<string | null> => {
      let taken: string | null = null
      await once(async () => {
        setTaking(true)
        try {
          taken = (await takeNextOf(call, view)).id
          if (taken === null) toast.success({ title: WORK.none_next })
        } catch (error) {
          toast.danger({ title: WORK.next_failed, text: explain(error) })
        } finally {
          setTaking(false)
        }
        await refreshTickets(cache)
      })
      return taken
    },
  }
}

export type Work = ReturnType<typeof useWork>
