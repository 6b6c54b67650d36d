import { useParams } from 'react-router'
import { Conversation, Panes } from './ticket.page.tsx'

const nothing = (): never => {
  throw new Error('a drawn conversation is only looked at')
}

/** A conversation rendered by the server: without unsent replies and without sending. */
export function PrerenderedTicketPage() {
  const { ticketId = '' } = useParams()
  return (
    <Panes ticketId={ticketId}>
      <Conversation
        ticketId={ticketId}
        outbox={{
          items: [],
          settle: nothing,
          found: nothing,
          isOwn: () => false,
          whenRestored: nothing,
          add: nothing,
          retry: nothing,
          retryFromDraft: nothing,
          wasSentElsewhere: () => false,
          remove: nothing,
          discard: nothing,
          cancel: nothing,
          dropFile: nothing,
        }}
      />
    </Panes>
  )
}
