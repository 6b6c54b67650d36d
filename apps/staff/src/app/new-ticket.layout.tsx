import { TicketSuggestions } from '../knowledge/search/ticket-suggestions.tsx'
import { NewTicketPage } from '../tickets/new-ticket/new-ticket.page.tsx'

/** The new ticket's form with the knowledge base's answers under its message. */
export function NewTicketLayout() {
  return (
    <NewTicketPage
      answers={(message, alike, send) => <TicketSuggestions message={message} alike={alike} onSend={send} />}
    />
  )
}
