// The code of these pages is fetched when they are wanted, or are about to be.
export const loadTicketPage = () => import('./ticket.page.tsx')
export const loadNewTicketPage = () => import('./new-ticket.page.tsx')
export const loadTicketListPage = () => import('./ticket-list.page.tsx')
export const loadShiftPage = () => import('./shift.page.tsx')
export const loadHandoverBanner = () => import('./handover-banner.tsx')
export const loadOutgoingTickets = () => import('./outgoing-tickets.tsx')
