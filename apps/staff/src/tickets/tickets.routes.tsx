import { lazy } from 'react'
import type { RouteObject } from 'react-router'
import { loadNewTicketPage, loadTicketPage } from './load-pages.ts'

const TicketListPage = lazy(() =>
  import('./ticket-list.page.tsx').then((module) => ({ default: module.TicketListPage })),
)
const TicketPage = lazy(() => loadTicketPage().then((module) => ({ default: module.TicketPage })))
const NewTicketPage = lazy(() => loadNewTicketPage().then((module) => ({ default: module.NewTicketPage })))

export const ticketRoutes: RouteObject[] = [
  { path: 'tickets', element: <TicketListPage /> },
  { path: 'tickets/add', element: <NewTicketPage /> },
  { path: 'tickets/:ticketId', element: <TicketPage /> },
]
