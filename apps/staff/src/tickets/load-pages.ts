// Loaders of the pages' code, shared by the routes and by prefetching.
export const loadTicketPage = () => import('./conversation/ticket.page.tsx')
export const loadNewTicketPage = () => import('./new-ticket/new-ticket.page.tsx')
export const loadTicketListPage = () => import('./list/ticket-list.page.tsx')
export const loadOutgoingTickets = () => import('./list/outgoing-tickets.tsx')
