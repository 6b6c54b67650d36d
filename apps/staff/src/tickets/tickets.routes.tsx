import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import type { RouteObject } from 'react-router'
import type { Slots } from '../lib/feature.ts'
import { loadTicketListPage, loadTicketPage } from './load-pages.ts'

const TicketListPage = lazyPage(() => loadTicketListPage().then((module) => module.TicketListPage))
const TicketPage = lazyPage(() => loadTicketPage().then((module) => module.TicketPage))

/** Other features contribute to the page of a new ticket and to that of a ticket. */
export const ticketRoutes = ({ newTicket, ticket, loadAnswer }: Slots): RouteObject[] => [
  { path: STAFF_PAGES.tickets, element: <TicketListPage /> },
  { path: STAFF_PAGES.newTicket, element: newTicket },
  { path: STAFF_PAGES.ticket, element: <TicketPage parts={ticket} loadAnswer={loadAnswer} /> },
]
