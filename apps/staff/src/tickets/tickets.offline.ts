import type { OfflinePart } from '../lib/feature.ts'
import { loadNewTicketPage, loadOutgoingTickets, loadTicketListPage, loadTicketPage } from './load-pages.ts'
import { choicesQuery, limitsQuery } from './tickets.api.ts'

const KINDS = ['appeal', 'module', 'payment'] as const

export const offline: OfflinePart = {
  pages: [loadTicketListPage, loadOutgoingTickets, loadTicketPage, loadNewTicketPage],
  // Data that the new-ticket form needs.
  answers: (scope, queryClient) => [
    ...KINDS.map((kind) => () => queryClient.prefetchQuery(choicesQuery(scope, kind))),
    () => queryClient.prefetchQuery(limitsQuery(scope)),
  ],
  forget: () => import('./forget-person.ts').then((module) => module.forgetPerson),
}
