import type { Call } from '@podmoga/contract/client'
import type { DeskNote } from '@podmoga/contract/desk/notes'
import type { Message } from '@podmoga/contract/tickets'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatDay, useToday } from '@podmoga/ui/lib/dates'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { announce } from '@podmoga/ui/live-region/live-region'
import { Loading } from '@podmoga/ui/loading/loading'
import { ScrollBox } from '@podmoga/ui/scroll-box/scroll-box'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { hasNothing, QueryError } from '@podmoga/web/query-error'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DeskOutbox } from '../../lib/outbox.ts'
import type { Outgoing } from '../composer/outbox.kinds.ts'
import { useOutgoing } from '../composer/use-outbox.ts'
import { notesQuery } from '../team.api.ts'
import { messagesQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import type { Picture } from './attachments.tsx'
import { CONVERSATION } from './conversation.texts.ts'
import { byDay, inOrder, withNotes } from './conversation.ts'
import { MessageBubble } from './message-bubble.tsx'
import styles from './messages.module.css'
import { NoteBubble } from './note-bubble.tsx'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { useMessageScroll } from './use-message-scroll.ts'

const Lightbox = lazyPart(() => import('@podmoga/ui/lightbox/lightbox').then((module) => module.Lightbox))

const ALOUD_MAX = 120
const NO_NOTES: readonly DeskNote[] = []

const skeleton = (
  <div className={styles.inner}>
    {[60, 45, 70, 50].map((width, at) => (
      <div key={width} className={at % 2 === 0 ? styles.message : `${styles.message} ${styles.ours}`}>
        <Skeleton shape="box" width={`${width}%`} height={56} />
      </div>
    ))}
  </div>
)

/** Announces each new customer message once; messages of the first load are not announced. */
function useAnnouncements(messages: readonly Message[], isReady: boolean): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (!isReady) return
    const newest = messages.at(-1)
    const isFirst = last.current === null
    if (!isFirst && newest !== undefined && newest.id !== last.current && newest.from_support !== true)
      announce(CONVERSATION.incoming(newest.user_name ?? TICKETS.someone, newest.text.slice(0, ALOUD_MAX)))
    last.current = newest?.id ?? ''
  }, [messages, isReady])
}

/** Number of messages that arrived while the list was scrolled away from its end. */
function useUnseenCount(messages: readonly Message[], isAtEnd: boolean): number {
  const [seen, setSeen] = useState<string | null>(null)
  const newest = messages.at(-1)?.id ?? null
  if (isAtEnd && seen !== newest) setSeen(newest)
  const at = messages.findIndex((message) => message.id === seen)
  return isAtEnd || at < 0 ? 0 : messages.length - 1 - at
}

interface MessageListProps {
  call: Call
  ticketId: string
  /** Name shown on outgoing replies. */
  author: string
  outbox: DeskOutbox
  /** Undefined if there is no composer to put it back into. */
  onTakeBack: ((reply: Outgoing) => void) | undefined
}

/** The conversation, the oldest first; older pages load on scrolling up. */
export function MessageList({ call, ticketId, author, outbox, onTakeBack }: MessageListProps) {
  const query = useInfiniteQuery(messagesQuery(call, ticketId))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const [picture, setPicture] = useState<Picture | null>(null)
  useToday()
  const messages = useMemo(() => inOrder(data?.pages ?? []), [data])
  const { data: notes } = useQuery(notesQuery(call, ticketId))
  const days = useMemo(
    () => byDay(withNotes(messages, notes?.results ?? NO_NOTES, !hasNextPage)),
    [messages, notes, hasNextPage],
  )
  const outgoing = useOutgoing(outbox, ticketId)
  const pending = outgoing.filter(({ receipt }) => messages.every(({ id }) => id !== receipt))

  const loadOlder = () => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }
  const { region, isAtEnd, onScroll, toEnd } = useMessageScroll(loadOlder)
  const below = useUnseenCount(messages, isAtEnd)
  useAnnouncements(messages, data !== undefined)
  // Scroll to the agent's own new reply.
  const count = pending.length
  useEffect(() => {
    if (count > 0) toEnd()
  }, [count, toEnd])

  const content = () => (
    <div className={styles.inner}>
      {isFetchingNextPage && (
        <p className={styles.older}>
          <Spinner />
        </p>
      )}
      {isFetchNextPageError && (
        <p className={styles.older}>
          {CONVERSATION.older_failed}
          <Button size="s" variant="secondary" onClick={() => void fetchNextPage()}>
            {TICKETS.retry}
          </Button>
        </p>
      )}
      {messages.length + pending.length === 0 && <EmptyState text={CONVERSATION.no_messages} />}
      {days.map((day) => (
        <div key={day.key} className={styles.day}>
          <h2 className={styles.date}>{formatDay(day.at)}</h2>
          {day.messages.map((entry) =>
            'note' in entry ? (
              <NoteBubble key={`note ${entry.note.note_id}`} note={entry.note} onOpen={setPicture} />
            ) : (
              <MessageBubble key={entry.id} message={entry} onOpen={setPicture} />
            ),
          )}
        </div>
      ))}
      {pending.map((reply) => (
        <OutgoingBubble
          key={reply.id}
          reply={reply}
          author={author}
          onRetry={() => outbox.retry(reply.id)}
          onRemove={() => outbox.remove(reply.id)}
          onTakeBack={onTakeBack && (() => onTakeBack(reply))}
        />
      ))}
    </div>
  )
  return (
    <div className={styles.wrap}>
      <ScrollBox
        ref={region}
        aria-label={CONVERSATION.messages}
        className={styles.region}
        onScroll={onScroll}
      >
        {hasNothing(query) ? (
          <QueryError of={query} text={CONVERSATION.messages_failed} />
        ) : (
          <Loading isLoading={query.isPending} skeleton={skeleton}>
            {content}
          </Loading>
        )}
      </ScrollBox>
      {!isAtEnd && (
        <button
          type="button"
          className={styles.down}
          aria-label={below > 0 ? CONVERSATION.to_newest_count(below) : CONVERSATION.to_newest}
          onClick={toEnd}
        >
          <ArrowDown size={20} aria-hidden />
          {below > 0 && below}
        </button>
      )}
      {picture !== null && (
        <Lightbox {...picture} downloadHref={picture.src} onClose={() => setPicture(null)} />
      )}
    </div>
  )
}
