import { lazy, type ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { loadTicketPage } from './load-pages.ts'

const TicketListPage = lazy(() =>
  import('./ticket-list.page.tsx').then((module) => ({ default: module.TicketListPage })),
)
const TicketPage = lazy(() => loadTicketPage().then((module) => ({ default: module.TicketPage })))

/** `newTicket` is the page at tickets/add: other domains have their part in it. */
export const ticketRoutes = (newTicket: ReactNode): RouteObject[] => [
  { path: 'tickets', element: <TicketListPage /> },
  { path: 'tickets/add', element: newTicket },
  { path: 'tickets/:ticketId', element: <TicketPage /> },
]
