import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { loadTicketListPage, loadTicketPage } from './load-pages.ts'

const TicketListPage = lazyPage(() => loadTicketListPage().then((module) => module.TicketListPage))
const TicketPage = lazyPage(() => loadTicketPage().then((module) => module.TicketPage))

/** `newTicket` is the page at tickets/add: other domains have their part in it. */
export const ticketRoutes = (newTicket: ReactNode): RouteObject[] => [
  { path: 'tickets', element: <TicketListPage /> },
  { path: 'tickets/add', element: newTicket },
  { path: 'tickets/:ticketId', element: <TicketPage /> },
]
