import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { ArticlesPart } from './articles-part.tsx'
import { LogPart } from './log-part.tsx'
import { WorkPart } from './work-part.tsx'

interface TicketSideProps {
  call: Call
  ticket: DeskTicket
  /** Puts words into what is being written; undefined where nothing is. */
  onInsert?: ((words: string) => void) | undefined
}

/** What stands beside a conversation under its customer: the work on the ticket, fitting articles, the log. */
export function TicketSide({ call, ticket, onInsert }: TicketSideProps) {
  return (
    <>
      <WorkPart call={call} ticket={ticket} />
      <ArticlesPart call={call} ticket={ticket} onInsert={onInsert} />
      <LogPart call={call} ticketId={ticket.id} />
    </>
  )
}
