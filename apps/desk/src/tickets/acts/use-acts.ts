import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { stored } from '@podmoga/web/stored'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { retryWhenOnline } from '../../lib/retry-when-online.ts'
import { useScope } from '../../lib/scope.tsx'
import { ticketQuery } from '../tickets.api.ts'
import type { Act } from './acts.ts'

/** Loads the code of actions; normally prefetched, but it may still be loading right after the page opens. */
export const loadActs = retryWhenOnline(() => import('./perform-act.ts'))

export interface TicketAct {
  ticket: Pick<DeskTicket, 'id' | 'number'>
  act: Act
  /** «Срочность: Срочно» */
  name: string
  /** The ticket fields that the action changes, with their new values. */
  after: Partial<DeskTicket>
}

/**
 * Performs an action on a ticket. An action queued until there is a network is shown as done. Rejects with a Refusal.
 */
export function useActs(): (act: TicketAct) => Promise<object> {
  const { call, person } = useScope()
  const cache = useQueryClient()
  return useCallback(
    async ({ ticket, act, name, after }) => {
      const { queryKey } = ticketQuery(call, ticket.id)
      const known = cache.getQueryData(queryKey)
      const before = Object.fromEntries(
        Object.keys(after).map((field) => [field, known?.[field as keyof DeskTicket]]),
      )
      const data = { ticket_id: ticket.id, number: ticket.number, act, name, before }
      // Survives a reload while the code is still loading: left-acts.ts picks it up.
      const key = `desk:draft:${person}:act ${ticket.id} ${act.do}`
      stored.set(key, JSON.stringify({ at: Date.now(), data }))
      const { performAct } = await loadActs().finally(() => stored.set(key, null))
      const answer = await performAct(call, person, cache, data)
      if (answer === null) cache.setQueryData(queryKey, (now) => now && { ...now, ...after })
      return answer ?? {}
    },
    [call, person, cache],
  )
}
