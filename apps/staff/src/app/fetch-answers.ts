import type { QueryClient } from '@tanstack/react-query'
import { faqQuery, sectionsQuery } from '../knowledge/knowledge.api.ts'
import type { Place } from '../lib/place.tsx'
import { fetchTickets } from '../tickets/fetch-tickets.ts'
import { choicesQuery, limitsQuery } from '../tickets/tickets.api.ts'

/**
 * Fetches what is to be there without a network though nobody has opened it here: the home, what a new ticket asks for,
 * the newest tickets. Returns how to stop.
 */
export const fetchAnswers = (place: Place, queryClient: QueryClient): (() => void) =>
  fetchTickets(place, queryClient, [
    () => queryClient.prefetchQuery(faqQuery(place)),
    () => queryClient.prefetchQuery(sectionsQuery(place)),
    ...(['appeal', 'module', 'payment'] as const).map(
      (kind) => () => queryClient.prefetchQuery(choicesQuery(place, kind)),
    ),
    () => queryClient.prefetchQuery(limitsQuery(place)),
  ])
