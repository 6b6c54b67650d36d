import { TicketSuggestions } from '../knowledge/ticket-suggestions.tsx'
import { NewTicketPage } from '../tickets/new-ticket.page.tsx'

/** The new ticket's form with the knowledge base's answers under its message. */
export function NewTicketLayout() {
  return <NewTicketPage answers={(message, send) => <TicketSuggestions message={message} onSend={send} />} />
}
