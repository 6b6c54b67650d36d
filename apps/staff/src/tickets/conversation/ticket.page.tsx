import { isProcessed } from '@podmoga/contract/tickets'
import { ButtonLink } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { DropArea } from '@podmoga/ui/file-drop/drop-area'
import { DESKTOP, useIsPhone } from '@podmoga/ui/lib/use-media'
import { BackLink } from '@podmoga/ui/link/back-link'
import { isRefusal } from '@podmoga/web/explain'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useRef } from 'react'
import { useParams } from 'react-router'
import { PageHeading } from '../../lib/page-heading.tsx'
import { useScope } from '../../lib/scope.tsx'
import { lastListHref } from '../list/list-view.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { ticketQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { FollowMenu } from './follow-menu.tsx'
import { MessageList } from './message-list.tsx'
import { ReplyForm } from './reply-form.tsx'
import styles from './ticket.module.css'
import { TicketHeader } from './ticket-header.tsx'
import { useMergedAway } from './use-merged-away.ts'
import { useReply } from './use-reply.ts'

const RatingPart = lazy(() => import('./rating-part.tsx').then((module) => ({ default: module.RatingPart })))

function OpenConversation({ ticketId }: { ticketId: string }) {
  return <Conversation ticketId={ticketId} outbox={useOutbox(ticketId)} />
}

interface ConversationProps {
  ticketId: string
  outbox: ReturnType<typeof useOutbox>
}

/** The card of one ticket: its head, its messages, and the answer under them. */
export function Conversation({ ticketId, outbox }: ConversationProps) {
  const scope = useScope()
  const ticket = useQuery(ticketQuery(scope, ticketId))
  const reply = useReply(ticketId, outbox)
  const isAway = useMergedAway(ticketId, ticket.data, reply.keep)
  const isPhone = useIsPhone()
  const field = useRef<HTMLTextAreaElement>(null)
  const listHref = lastListHref(scope.restaurantId)
  // A letter that is typed does not draw the messages anew.
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
        <PageHeading className="visually-hidden" title={TICKETS.not_found}>
          {TICKETS.not_found}
        </PageHeading>
        <EmptyState
          text={TICKETS.not_found}
          action={<ButtonLink href={listHref}>{TICKETS.title}</ButtonLink>}
        />
      </div>
    )
  const isClosed = ticket.data !== undefined && isProcessed(ticket.data)
  return (
    <div className={styles.page}>
      {!isPhone && <BackLink href={listHref}>{TICKETS.back_to_list}</BackLink>}
      <DropArea className={styles.card} onFiles={reply.addFiles} isDisabled={isClosed || isAway}>
        <TicketHeader
          query={ticket}
          backHref={isPhone ? listHref : null}
          end={<FollowMenu ticketId={ticketId} />}
        />
        <MessageList ticketId={ticketId} outbox={outgoing} onNewestShown={focusOnDesktop} />
        {isClosed && ticket.data?.rating !== undefined && ticket.data.rating?.score !== 'skipped' && (
          <div className={styles.rating}>
            <Suspense>
              <RatingPart ticketId={ticketId} rating={ticket.data.rating} />
            </Suspense>
          </div>
        )}
        {!isAway && <ReplyForm ticketId={ticketId} reply={reply} isClosed={isClosed} fieldRef={field} />}
      </DropArea>
    </div>
  )
}

/** One conversation. */
export function TicketPage() {
  const { ticketId = '' } = useParams()
  return <OpenConversation key={ticketId} ticketId={ticketId} />
}
