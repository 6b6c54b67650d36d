import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQueryClient } from '@tanstack/react-query'
import type { QueueView } from '../queue/queue-view.ts'
import { TICKETS_SHOWN, ticketQuery } from '../tickets.api.ts'
import { giveTicket, takeNextOf } from './work.api.ts'
import { WORK } from './work.texts.ts'

/** Giving tickets to agents, and taking the next one; each at most once at a time. */
export function useWork(call: Call) {
  const cache = useQueryClient()
  const { run, pending } = useSubmit({ refreshes: [TICKETS_SHOWN], refreshesAlways: true })
  const give = async (ticket: DeskTicket, to: { assignee: string | null; word?: string }): Promise<void> => {
    const { assignee } = await giveTicket(call, ticket.id, { ...to, from: ticket.assignee?.id ?? null })
    cache.setQueryData(ticketQuery(call, ticket.id).queryKey, (now) => now && { ...now, assignee })
  }
  return {
    isTaking: pending === 'next',
    /** Rejects with a Refusal when it could not be done. */
    give,
    assignMe: (ticket: DeskTicket, me: string) =>
      run(() => give(ticket, { assignee: me }), { toast: WORK.assign_failed }),
    /** The id of the ticket that is one's own now; null when there was none. */
    takeNext: async (view: QueueView): Promise<string | null> => {
      const taken = await run(() => takeNextOf(call, view), { name: 'next', toast: WORK.next_failed })
      if (taken !== null && taken.id === null) toast.success({ title: WORK.none_next })
      return taken?.id ?? null
    },
  }
}

export type Work = ReturnType<typeof useWork>
