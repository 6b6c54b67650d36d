import type { QueryClient } from '@tanstack/react-query'
import { faqQuery, sectionsQuery } from '../knowledge/knowledge.api.ts'
import type { Scope } from '../lib/scope.tsx'
import { fetchTickets } from '../tickets/fetch-tickets.ts'
import { choicesQuery, limitsQuery } from '../tickets/tickets.api.ts'

/**
 * Fetches what is to be there without a network though nobody has opened it here: the home, what a new ticket asks for,
 * the newest tickets. Returns how to stop.
 */
export const fetchAnswers = (scope: Scope, queryClient: QueryClient): (() => void) =>
  fetchTickets(scope, queryClient, [
    () => queryClient.prefetchQuery(faqQuery(scope)),
    () => queryClient.prefetchQuery(sectionsQuery(scope)),
    ...(['appeal', 'module', 'payment'] as const).map(
      (kind) => () => queryClient.prefetchQuery(choicesQuery(scope, kind)),
    ),
    () => queryClient.prefetchQuery(limitsQuery(scope)),
  ])
