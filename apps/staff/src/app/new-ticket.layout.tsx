import { TicketSuggestions } from '../knowledge/search/ticket-suggestions.tsx'
import { NewTicketPage } from '../tickets/new-ticket/new-ticket.page.tsx'

/** The new-ticket form with suggested answers from the knowledge base under the message. */
export function NewTicketLayout() {
  return (
    <NewTicketPage
      answers={(message, alike, send) => <TicketSuggestions message={message} alike={alike} onSend={send} />}
    />
  )
}
