import { isProcessed } from '@podmoga/contract/tickets'
import { ButtonLink } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { DropArea } from '@podmoga/ui/file-drop/drop-area'
import { DESKTOP, useIsPhone, useMedia } from '@podmoga/ui/lib/use-media'
import { BackLink } from '@podmoga/ui/link/back-link'
import { isRefusal } from '@podmoga/web/explain'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef } from 'react'
import { useParams } from 'react-router'
import type { Feature } from '../../lib/feature.ts'
import { PageHeading } from '../../lib/page-heading.tsx'
import { useScope } from '../../lib/scope.tsx'
import { useLate } from '../../lib/use-late.ts'
import { FollowMenu } from '../follow/follow-menu.tsx'
import { lastListHref } from '../list/list-view.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { ticketQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { CONVERSATION } from './conversation.texts.ts'
import { MessageList } from './message-list.tsx'
import { ReplyForm } from './reply-form.tsx'
import styles from './ticket.module.css'
import { TicketHeader } from './ticket-header.tsx'
import { useMergedAway } from './use-merged-away.ts'
import { useReply } from './use-reply.ts'

const RatingPart = lazy(() => import('./rating-part.tsx').then((module) => ({ default: module.RatingPart })))

interface TicketPageProps {
  /** Content under the messages. */
  parts?: ReactNode
  /** Loads the knowledge base's answer to the ticket's text. */
  loadAnswer?: Feature['answer']
}

interface OpenConversationProps extends TicketPageProps {
  ticketId: string
}

function OpenConversation(props: OpenConversationProps) {
  return <Conversation {...props} outbox={useOutbox(props.ticketId)} />
}

interface ConversationProps extends OpenConversationProps {
  outbox: ReturnType<typeof useOutbox>
}

/** A ticket's card: header, messages and the reply form. */
export function Conversation({ ticketId, parts, outbox, loadAnswer }: ConversationProps) {
  const scope = useScope()
  const ticket = useQuery(ticketQuery(scope, ticketId))
  const reply = useReply(ticketId, outbox)
  const About = useLate(() => import('./ticket-about.tsx'))?.TicketAbout
  const isRedirected = useMergedAway(ticketId, ticket.data, reply.keep)
  const isPhone = useIsPhone()
  const field = useRef<HTMLTextAreaElement>(null)
  const listHref = lastListHref(scope.restaurantId)
  // A stable object, so that typing does not re-render the messages.
  const latest = useRef(reply)
  latest.current = reply
  const outgoing = useMemo(
    () => ({
      ...outbox,
      retry: (id: string) => latest.current.retry(id),
      dropFile: (id: string, file: File) => latest.current.dropFile(id, file),
    }),
    [outbox],
  )
  const focusOnDesktop = useCallback(() => {
    if (window.matchMedia(DESKTOP).matches) field.current?.focus()
  }, [])
  if (isRefusal(ticket.error, 'not_found'))
    return (
      <div className={styles.page}>
        <PageHeading className="visually-hidden" title={CONVERSATION.not_found}>
          {CONVERSATION.not_found}
        </PageHeading>
        <EmptyState
          text={CONVERSATION.not_found}
          action={<ButtonLink href={listHref}>{TICKETS.title}</ButtonLink>}
        />
      </div>
    )
  const isClosed = ticket.data !== undefined && isProcessed(ticket.data)
  return (
    <div className={styles.page}>
      {!isPhone && <BackLink href={listHref}>{TICKETS.back_to_list}</BackLink>}
      <DropArea className={styles.card} onFiles={reply.addFiles} isDisabled={isClosed || isRedirected}>
        <TicketHeader
          query={ticket}
          backHref={isPhone ? listHref : null}
          end={<FollowMenu ticketId={ticketId} />}
        />
        <div className={styles.about}>
          {About && ticket.data && <About ticket={ticket.data} ticketId={ticketId} loadAnswer={loadAnswer} />}
        </div>
        <MessageList ticketId={ticketId} outbox={outgoing} onNewestShown={focusOnDesktop} />
        {isClosed && ticket.data?.rating !== undefined && ticket.data.rating?.score !== 'skipped' && (
          <div className={styles.rating}>
            <Suspense>
              <RatingPart ticketId={ticketId} rating={ticket.data.rating} />
            </Suspense>
          </div>
        )}
        {parts}
        {!isRedirected && (
          <ReplyForm ticketId={ticketId} reply={reply} isClosed={isClosed} fieldRef={field} />
        )}
      </DropArea>
    </div>
  )
}

/** In a wide window the list is beside the ticket: its space is reserved from the start, its code is loaded after the page. */
export function Panes({ ticketId, children }: { ticketId: string; children: ReactNode }) {
  const isWide = useMedia('(min-width: 1280px)')
  const Beside = useLate(() => import('../list/tickets-beside.tsx'), isWide)?.TicketsBeside
  return (
    <div className={styles.panes}>
      <div className={styles.beside}>{Beside && <Beside openId={ticketId} />}</div>
      {children}
    </div>
  )
}

/** The page of a ticket. */
export function TicketPage(props: TicketPageProps) {
  const { ticketId = '' } = useParams()
  return (
    <Panes ticketId={ticketId}>
      <OpenConversation key={ticketId} ticketId={ticketId} {...props} />
    </Panes>
  )
}
