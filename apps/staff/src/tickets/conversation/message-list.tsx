import type { Message } from '@podmoga/contract/tickets'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { cx } from '@podmoga/ui/lib/cx'
import { dayKey, formatDay, useToday } from '@podmoga/ui/lib/dates'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { QueryError } from '@podmoga/web/query-error'
import { ChevronDown } from 'lucide-react'
import { Fragment, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useLate } from '../../lib/use-late.ts'
import { useNews } from '../list/use-news.ts'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { CONVERSATION } from './conversation.texts.ts'
import { MessageBubble } from './message-bubble.tsx'
import styles from './message-list.module.css'
import { MessageScroll } from './message-scroll.tsx'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { useMessages } from './use-messages.ts'
import { useReadReports } from './use-read-reports.ts'

const SKELETON = (
  <div className={styles.skeletons}>
    {(['60%', '45%', '70%', '50%'] as const).map((width, index) => (
      <span key={width} className={cx(styles.line, index % 2 === 1 && styles.mine)}>
        <Skeleton shape="box" width={width} height={56} />
      </span>
    ))}
  </div>
)

const NONE: readonly Message[] = []

function Separator({ day, children }: { day?: boolean; children: ReactNode }) {
  return (
    <div className={day ? styles.day : styles.divider}>
      {day ? <h2 className={styles.dayText}>{children}</h2> : <span>{children}</span>}
    </div>
  )
}

/** Where the next page in a direction appears: its skeleton, or its error. */
function Edge({
  hasFailed,
  isLoading,
  onRetry,
}: {
  hasFailed: boolean
  isLoading: boolean
  onRetry: () => void
}) {
  // The pressed button stays, with its focus, until it is known whether the page comes.
  const [isRetried, setRetried] = useState(false)
  if (isRetried && !isLoading && !hasFailed) setRetried(false)
  const retry = () => {
    setRetried(true)
    onRetry()
  }
  const isRetrying = isRetried && isLoading
  return (
    <div className={styles.edge}>
      {hasFailed || isRetrying ? (
        <ErrorState compact text={CONVERSATION.messages_failed} onRetry={retry} isRetrying={isRetrying} />
      ) : (
        isLoading && <Skeleton shape="box" width="50%" height={32} />
      )}
    </div>
  )
}

/** `goes` rejects if the newest messages cannot be loaded. */
function ToNewest({ waiting, goes }: { waiting: number; goes: () => Promise<void> }) {
  const [isPending, setPending] = useState(false)
  const go = async () => {
    if (isPending) return
    setPending(true)
    await goes().catch((error: unknown) =>
      toast.danger({ title: CONVERSATION.messages_failed, text: explain(error) }),
    )
    setPending(false)
  }
  return (
    <button
      type="button"
      className={styles.down}
      aria-label={waiting > 0 ? CONVERSATION.to_newest_count(waiting) : CONVERSATION.to_newest}
      aria-busy={isPending || undefined}
      onClick={() => void go()}
    >
      {isPending ? <Spinner /> : <ChevronDown size={20} aria-hidden />}
      {waiting > 0 && <span className="t-num">{waiting}</span>}
    </button>
  )
}

/** Calls `onSent` when the user sends a reply. */
function useShowOwn(count: number, onSent: () => void): void {
  const before = useRef(count)
  const latestOnSent = useRef(onSent)
  latestOnSent.current = onSent
  useEffect(() => {
    if (count > before.current) latestOnSent.current()
    before.current = count
  }, [count])
}

/** The unsent replies, and those sent whose server copies are not shown yet. */
function useOutgoing(
  { settle, found, isOwn, items }: ReturnType<typeof useOutbox>,
  messages: readonly Message[],
  isNewest: boolean,
) {
  const ids = useMemo(() => new Set(messages.map(({ id }) => id)), [messages])
  useEffect(() => settle(ids), [ids, settle])
  const hasFailedReply = items.some(({ state }) => state === 'failed')
  const copiesOf = useLate(() => import('./sent-copy.ts'), hasFailedReply)?.copiesOf
  useEffect(() => {
    if (isNewest) copiesOf?.(items, messages, isOwn).forEach(found)
  }, [copiesOf, isNewest, items, messages, isOwn, found])
  return items.filter(({ receipt }) => receipt === null || !ids.has(receipt))
}

interface MessageListProps {
  ticketId: string
  outbox: ReturnType<typeof useOutbox>
  onNewestShown: () => void
}

/** The conversation: oldest first, at most two pages, then unsent replies. */
export const MessageList = memo(function MessageList({ ticketId, outbox, onNewestShown }: MessageListProps) {
  const loaded = useMessages(ticketId)
  const { query, messages, toNewest, isNewest } = loaded
  const scroll = useRef<MessageScroll>(null)
  const [isAtBottom, setAtBottom] = useState(true)
  useToday()
  // Fetched during this visit, or just before by prefetching on the card.
  const isFresh = query.isFetchedAfterMount || !query.isStale
  const { divider, waiting } = useNews({
    ticketId,
    messages,
    isNewest,
    isFresh,
    isDrawn: query.isPlaceholderData,
    isAtBottom,
    isOwn: outbox.isOwn,
  })
  // Prerendered messages are not an answer of this visit yet.
  useReadReports(ticketId, query.isPlaceholderData ? NONE : messages)

  const outgoing = useOutgoing(outbox, messages, isNewest)
  const toEnd = () => scroll.current?.toEnd()
  // The reply is at the end of older pages too, where it stays if the newest page cannot be loaded.
  useShowOwn(outbox.items.length, () => {
    toEnd()
    void toNewest().then(toEnd, () => null)
  })

  let lastDay = ''
  const heading = (created_at: string): ReactNode => {
    const day = dayKey(created_at)
    if (day === lastDay) return null
    lastDay = day
    return <Separator day>{formatDay(created_at)}</Separator>
  }
  const isEmpty = messages.length === 0 && outgoing.length === 0
  const hasError = query.isError && messages.length === 0

  return (
    <div className={styles.frame}>
      <MessageScroll
        ref={scroll}
        label={CONVERSATION.messages}
        isNewest={isNewest}
        canGrow={loaded.canGrow}
        onOlder={loaded.older}
        onNewer={loaded.newer}
        onBottomChange={setAtBottom}
      >
        {hasError || (query.isPaused && query.isPending) ? (
          <QueryError of={query} compact text={CONVERSATION.messages_failed} />
        ) : (
          <Loading isLoading={query.isPending} skeleton={SKELETON} className={styles.items ?? ''}>
            {query.hasNextPage && (
              <Edge
                hasFailed={loaded.isOlderFailed}
                isLoading={query.isFetchingNextPage}
                onRetry={loaded.retryOlder}
              />
            )}
            {isEmpty && <EmptyState compact text={CONVERSATION.no_messages} />}
            {messages.map((message) => (
              <Fragment key={message.id}>
                {heading(message.created_at)}
                {message.id === divider && <Separator>{CONVERSATION.new_messages}</Separator>}
                <MessageBubble message={message} ticketId={ticketId} fetchedAt={query.dataUpdatedAt} />
              </Fragment>
            ))}
            {!isNewest && (
              <Edge
                hasFailed={loaded.isNewerFailed}
                isLoading={query.isFetchingPreviousPage}
                onRetry={loaded.retryNewer}
              />
            )}
            {outgoing.map((item) => (
              <Fragment key={item.id}>
                {heading(item.created_at)}
                <OutgoingBubble item={item} outbox={outbox} />
              </Fragment>
            ))}
          </Loading>
        )}
      </MessageScroll>
      {(!isAtBottom || !isNewest) && !query.isPending && (
        <ToNewest
          waiting={waiting}
          goes={() =>
            toNewest().then(() => {
              toEnd()
              onNewestShown()
            })
          }
        />
      )}
    </div>
  )
})
