// The code of an open ticket in one chunk, apart from the queue, which loads first and needs none of it.
export { CustomerCard } from '../side/customer-card.tsx'
export { TicketPane } from './ticket-pane.tsx'
