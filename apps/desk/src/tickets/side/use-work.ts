import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { useActs } from '../acts/use-acts.ts'
import type { QueueView } from '../queue/queue-view.ts'
import { TICKETS_SHOWN, ticketQuery } from '../tickets.api.ts'
import { agentsQuery, takeNextOf } from './work.api.ts'
import { WORK } from './work.texts.ts'

/** Assigning tickets and taking the next one; each runs at most once at a time. */
export function useWork(call: Call) {
  const cache = useQueryClient()
  const { run, pending } = useSubmit({ refreshes: [TICKETS_SHOWN], refreshesAlways: true })
  const perform = useActs()
  const { me } = useScope()
  const nameOf = (id: string): string =>
    (id === me.id ? me.first_name : undefined) ??
    cache.getQueryData(agentsQuery(call).queryKey)?.agents.find((agent) => agent.id === id)?.name ??
    `№${id}`
  const give = async (ticket: DeskTicket, to: { assignee: string | null; word?: string }): Promise<void> => {
    const assignee = to.assignee === null ? null : { id: to.assignee, name: nameOf(to.assignee) }
    await perform({
      ticket,
      act: { do: 'assign', ...to, from: ticket.assignee?.id ?? null },
      name: assignee === null ? WORK.lay_down : WORK.assignee_is(assignee.name),
      after: { assignee },
    })
    // Optimistic: the following refetch brings the name as stored on the server.
    cache.setQueryData(ticketQuery(call, ticket.id).queryKey, (now) => now && { ...now, assignee })
  }
  return {
    isTaking: pending === 'next',
    /** Assigns the ticket. Rejects with a Refusal. */
    give,
    assignMe: (ticket: DeskTicket, me: string) =>
      run(() => give(ticket, { assignee: me }), { toast: WORK.assign_failed }),
    /** Assigns the next ticket to the agent; resolves to its id, or null if there was none. */
    takeNext: async (view: QueueView): Promise<string | null> => {
      const taken = await run(() => takeNextOf(call, view), { name: 'next', toast: WORK.next_failed })
      if (taken !== null && taken.id === null) toast.success({ title: WORK.none_next })
      return taken?.id ?? null
    },
  }
}

export type Work = ReturnType<typeof useWork>
