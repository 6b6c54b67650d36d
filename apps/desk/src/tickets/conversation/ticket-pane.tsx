import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { DropArea } from '@podmoga/ui/file-drop/drop-area'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { BackLink } from '@podmoga/ui/link/back-link'
import { isRefusal } from '@podmoga/web/explain'
import { QueryError } from '@podmoga/web/query-error'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type Ref, type RefObject, useEffect, useState } from 'react'
import { WaitingActs } from '../acts/waiting-acts.tsx'
import { ComposerPane, type ComposerPaneHandle } from '../composer/composer-pane.tsx'
import { type Outgoing, type Reply, sendReply } from '../composer/outbox.kinds.ts'
import { openReplyOutbox } from '../composer/use-outbox.ts'
import type { PickKind } from '../picker/pick-kinds.ts'
import { type QueueView, queuePath } from '../queue/queue-view.ts'
import { AssigneePart } from '../side/assignee-part.tsx'
import type { Work } from '../side/use-work.ts'
import { TICKETS } from '../tickets.texts.ts'
import type { TicketMutations } from '../use-ticket-mutations.ts'
import { UndoBar } from '../workspace/undo-bar.tsx'
import { ClosedPart } from './closed-part.tsx'
import { CONVERSATION } from './conversation.texts.ts'
import { MessageList } from './message-list.tsx'
import { PresenceLine } from './presence-line.tsx'
import { TicketHead } from './ticket-head.tsx'
import styles from './ticket-pane.module.css'
import { usePresence } from './use-presence.ts'

const MacroDialog = lazyPart(() => import('../macros/macro-dialog.tsx').then((module) => module.MacroDialog))
const CannedDialog = lazyPart(() =>
  import('../composer/canned-dialog.tsx').then((module) => module.CannedDialog),
)
const CustomerDialog = lazyPart(() =>
  import('../side/customer-dialog.tsx').then((module) => module.CustomerDialog),
)

interface TicketPaneProps {
  call: Call
  ticketId: string
  query: UseQueryResult<DeskTicket>
  view: QueueView
  /** Id of the session's person, owner of the drafts. */
  person: string
  /** The person's id. */
  me: string
  work: Work
  author: string
  mutations: TicketMutations
  go: (path: string) => void
  composer: RefObject<ComposerPaneHandle | null>
  heading: Ref<HTMLHeadingElement>
  /** Opens a picker for the ticket. */
  onPick: (what: PickKind) => void
  /** Opens the next ticket of the queue. */
  onNext: () => void
}

interface LostTicketProps extends Pick<TicketPaneProps, 'query' | 'heading' | 'mutations'> {
  error: Error
  /** Path of the queue it was opened from. */
  back: string
}

/** Shown when a ticket does not exist or failed to load. */
function LostTicket({ query, error, back, heading, mutations }: LostTicketProps) {
  return (
    <section className={styles.pane} aria-label={CONVERSATION.ticket_failed}>
      <div className={styles.lost}>
        <BackLink href={back}>{TICKETS.back}</BackLink>
        {isRefusal(error, 'not_found') ? (
          <>
            <h1 ref={heading} tabIndex={-1} className="visually-hidden">
              {CONVERSATION.not_found}
            </h1>
            <EmptyState text={CONVERSATION.not_found} />
          </>
        ) : (
          <QueryError of={query} text={CONVERSATION.ticket_failed} />
        )}
      </div>
      <UndoBar mutations={mutations} />
    </section>
  )
}

/** Sets the document title to the ticket's; `number` is undefined until it has loaded. */
const useTicketTitle = (number: number | undefined, isFailed: boolean): void => {
  const waiting = isFailed ? CONVERSATION.ticket_failed : TICKETS.ticket
  const title = number === undefined ? waiting : CONVERSATION.ticket_title(number)
  useEffect(() => {
    document.title = `${title} · ${TICKETS.support}`
  }, [title])
}

/** Closes the ticket's notifications shown while the desk was hidden. */
const useCloseNotifications = (ticketId: string): void => {
  useEffect(() => {
    void import('../signals/desk-push.ts').then(
      ({ closeNotifications }) => closeNotifications(ticketId),
      () => null,
    )
  }, [ticketId])
}

/** A ticket: head, conversation and composer. Remount it for another ticket. */
export function TicketPane({ query, heading, ...props }: TicketPaneProps) {
  const { call, ticketId, view, person, me, work, author, mutations, go, composer, onNext, onPick } = props
  const { data: ticket, error } = query
  const [isCustomerOpen, setCustomerOpen] = useState(false)
  // Kept here and not in the composer, so that a template being edited survives the closing of the ticket.
  const [opened, setOpened] = useState<'canned' | 'macros' | null>(null)
  useTicketTitle(ticket?.number, error !== null)
  useCloseNotifications(ticketId)
  const back = queuePath(view)
  const cache = useQueryClient()
  const presence = usePresence(call, ticketId, me)
  const outbox = openReplyOutbox(call, person, cache)

  if (ticket === undefined && error !== null)
    return <LostTicket query={query} error={error} back={back} heading={heading} mutations={mutations} />

  const shut = () => setOpened(null)
  const writer = { ref: composer, call, person, ticketId }
  const isClosed = ticket?.status === 'processed'
  const isChanging = mutations.pending === ticketId
  const change = (to: 'closed' | 'open') => {
    if (ticket !== undefined) void mutations.perform({ ticket_id: ticket.id, number: ticket.number, to })
  }
  const takeBack = (reply: Outgoing) => {
    if (composer.current === null) return
    outbox.remove(reply.id)
    composer.current.giveBack({ ...reply.data, files: [...reply.files] })
  }
  return (
    <DropArea
      className={styles.pane ?? ''}
      isDisabled={isClosed}
      onFiles={(files) => composer.current?.addFiles(files)}
    >
      <TicketHead
        ref={heading}
        ticket={ticket}
        backHref={back}
        assignee={ticket !== undefined && <AssigneePart call={call} ticket={ticket} me={me} work={work} />}
        isChanging={isChanging}
        onClose={() => change('closed')}
        onReopen={() => change('open')}
        onPick={onPick}
        onCustomer={() => setCustomerOpen(true)}
      />
      <WaitingActs call={call} outbox={outbox} ticketId={ticketId} />
      <MessageList
        call={call}
        ticketId={ticketId}
        author={author}
        outbox={outbox}
        onTakeBack={isClosed ? undefined : takeBack}
      />
      <UndoBar mutations={mutations} />
      {isClosed ? (
        <ClosedPart {...writer} isChanging={isChanging} onReopen={() => change('open')} />
      ) : (
        <>
          <PresenceLine others={presence.others} />
          <ComposerPane
            {...writer}
            ticket={ticket}
            onSend={(reply: Reply) => sendReply(outbox, reply)}
            onText={presence.onText}
            onCanned={() => setOpened('canned')}
            onMacros={() => setOpened('macros')}
            onNext={onNext}
          />
        </>
      )}
      {opened === 'canned' && (
        <CannedDialog
          call={call}
          onPick={(one) => {
            shut()
            composer.current?.putCanned(one)
          }}
          onClose={shut}
        />
      )}
      {opened === 'macros' && <MacroDialog call={call} tickets={[ticketId]} onClose={shut} />}
      {ticket !== undefined && isCustomerOpen && (
        <CustomerDialog
          call={call}
          ticket={ticket}
          view={view}
          mutations={mutations}
          go={go}
          onInsert={isClosed ? undefined : (words) => composer.current?.insert(words)}
          onClose={() => setCustomerOpen(false)}
        />
      )}
    </DropArea>
  )
}
