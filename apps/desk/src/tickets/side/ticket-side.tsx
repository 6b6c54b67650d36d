import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import type { QueueView } from '../queue/queue-view.ts'
import type { TicketMutations } from '../use-ticket-mutations.ts'
import { ArticlesPart } from './articles-part.tsx'
import { ClockPart } from './clock-part.tsx'
import { DevicePart } from './device-part.tsx'
import { LogPart } from './log-part.tsx'
import { RelationsPart } from './relations-part.tsx'
import { SimilarPart } from './similar-part.tsx'
import { WorkPart } from './work-part.tsx'

export interface TicketSideProps {
  call: Call
  ticket: DeskTicket
  view: QueueView
  mutations: TicketMutations
  go: (path: string) => void
  /** Called when a link to another ticket is followed. */
  onLeave?: () => void
  /** Inserts text into the composer; undefined if there is none. */
  onInsert?: ((words: string) => void) | undefined
}

/** The pane beside a conversation, below the customer: device, deadlines, work, articles, relations, log. */
export function TicketSide({ call, ticket, view, mutations, go, onLeave, onInsert }: TicketSideProps) {
  return (
    <>
      <DevicePart call={call} ticket={ticket} view={view} {...(onLeave && { onLeave })} />
      <ClockPart call={call} ticketId={ticket.id} />
      <WorkPart call={call} ticket={ticket} />
      <ArticlesPart call={call} ticket={ticket} onInsert={onInsert} />
      <SimilarPart call={call} ticket={ticket} view={view} onLeave={onLeave} />
      <RelationsPart
        call={call}
        ticket={ticket}
        view={view}
        mutations={mutations}
        go={go}
        onLeave={onLeave}
      />
      <LogPart
        call={call}
        ticketId={ticket.id}
        zone={ticket.restaurant.timezone}
        view={view}
        onLeave={onLeave}
      />
    </>
  )
}
