// An open ticket, in one file of its own: the queue is read first, and needs none of it.
export { CustomerCard } from '../side/customer-card.tsx'
export { TicketPane } from './ticket-pane.tsx'
