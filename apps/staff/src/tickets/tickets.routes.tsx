import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { loadShiftPage, loadTicketListPage, loadTicketPage } from './load-pages.ts'

const TicketListPage = lazyPage(() => loadTicketListPage().then((module) => module.TicketListPage))
const TicketPage = lazyPage(() => loadTicketPage().then((module) => module.TicketPage))
const ShiftPage = lazyPage(() => loadShiftPage().then((module) => module.ShiftPage))

/** `newTicket` is the page of a new ticket: other domains have their part in it. */
export const ticketRoutes = (newTicket: ReactNode): RouteObject[] => [
  { path: STAFF_PAGES.tickets, element: <TicketListPage /> },
  { path: STAFF_PAGES.newTicket, element: newTicket },
  { path: STAFF_PAGES.ticket, element: <TicketPage /> },
  { path: STAFF_PAGES.shift, element: <ShiftPage /> },
]
