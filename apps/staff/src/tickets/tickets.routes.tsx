import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { loadShiftPage, loadTicketListPage, loadTicketPage } from './load-pages.ts'

const TicketListPage = lazyPage(() => loadTicketListPage().then((module) => module.TicketListPage))
const TicketPage = lazyPage(() => loadTicketPage().then((module) => module.TicketPage))
const ShiftPage = lazyPage(() => loadShiftPage().then((module) => module.ShiftPage))

/** `newTicket` is the page at tickets/add: other domains have their part in it. */
export const ticketRoutes = (newTicket: ReactNode): RouteObject[] => [
  { path: 'tickets', element: <TicketListPage /> },
  { path: 'tickets/add', element: newTicket },
  { path: 'tickets/:ticketId', element: <TicketPage /> },
  { path: 'shift', element: <ShiftPage /> },
]
