import type { DeskTicketItem } from '@podmoga/contract/desk/tickets'
import { cx } from '@podmoga/ui/lib/cx'
import { formatFull, formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { whenPointed } from '@podmoga/web/pointed'
import { CircleCheck } from 'lucide-react'
import { memo } from 'react'
import { VIEWS } from '../filters/views.texts.ts'
import { WORK } from '../side/work.texts.ts'
import { TICKETS } from '../tickets.texts.ts'
import { dueWords } from './due.ts'
import styles from './queue.module.css'
import { type QueueView, ticketPath } from './queue-view.ts'
import { WaitTime } from './wait-time.tsx'

/** Row callbacks, shared by all rows of a list. */
export interface RowCallbacks {
  /** The row is likely to be opened soon: prefetch. */
  onApproach: (id: string) => void
  /** Undefined if rows cannot be picked. */
  onPick: ((id: string, isRange: boolean) => void) | undefined
}

interface QueueRowProps {
  item: DeskTicketItem
  isGone: boolean
  now: number
  isOpen: boolean
  isPicked: boolean
  view: QueueView
  callbacks: RowCallbacks
  /** For aria-posinset and aria-setsize when not all rows are rendered; `at` counts from 1. */
  at: number | undefined
  of: number | undefined
}

/** The last message is cut to this length: a line shows less, and longer text slows down rendering. */
const MOST_SEEN = 200

/**
 * A one-line placeholder row used while scrolling too fast to read. Creating thousands of full rows a second would cause
 * garbage collection pauses.
 */
export const PassingRow = memo(function PassingRow({ item }: { item: DeskTicketItem }) {
  return (
    <li className={styles.even}>
      <p className={cx(styles.row, styles.last)}>
        №{item.number} · {item.category_readable}
      </p>
    </li>
  )
})

/**
 * A ticket in the queue: restaurant, waiting time, subject, last message; the whole row is one link. Memoized, so that
 * scrolling through ten thousand rows renders only new ones.
 */
export const QueueRow = memo(function QueueRow({
  item,
  isGone,
  now,
  isOpen,
  isPicked,
  ...props
}: QueueRowProps) {
  const { view, callbacks, at, of } = props
  const { id, number, status, restaurant, category_readable, topic_readable, waiting_since } = item
  const author = item.last_from_support ? TICKETS.support : (item.last_author_name ?? TICKETS.someone)
  const state = status === 'processed' ? TICKETS.closed_row : TICKETS.answered
  const due = isGone ? null : dueWords(item.clock, now)
  const approach = () => callbacks.onApproach(id)
  return (
    <li className={styles.even} aria-posinset={at} aria-setsize={of}>
      <Link
        href={ticketPath(id, view)}
        data-ticket={id}
        data-priority={item.priority}
        aria-current={isOpen ? 'true' : undefined}
        className={cx(styles.row, isGone && styles.gone, isPicked && styles.picked)}
        {...whenPointed(approach)}
        onFocus={approach}
      >
        <span className={styles.line}>
          <span className={styles.place}>{restaurant.name}</span>
          {isGone ? (
            <span className={styles.wait}>{TICKETS.gone_row}</span>
          ) : waiting_since !== null ? (
            <WaitTime since={waiting_since} now={now} />
          ) : (
            <span className={styles.wait}>
              <CircleCheck size={15} aria-hidden />
              <span className="visually-hidden">{state}, </span>
              <time dateTime={item.last_message_at} title={formatFull(item.last_message_at)}>
                {formatStamp(item.last_message_at, now)}
              </time>
            </span>
          )}
        </span>
        <span className={styles.subject}>
          №{number}
          <span className={styles.what}>
            {' · '}
            {topic_readable === null ? category_readable : `${category_readable} · ${topic_readable}`}
          </span>
        </span>
        <span className={styles.last}>
          {due !== null && (
            <b className={styles.press} data-priority={due.level === 'set' ? undefined : 'urgent'}>
              {due.words} ·{' '}
            </b>
          )}
          {item.priority !== 'normal' && (
            <b className={styles.press} data-priority={item.priority}>
              {WORK.priority_name[item.priority]} ·{' '}
            </b>
          )}
          {item.assignee !== null && <span className={styles.who}>{item.assignee.name} · </span>}
          {author}: {item.last_message.slice(0, MOST_SEEN)}
        </span>
      </Link>
      {callbacks.onPick !== undefined && (
        <label className={styles.pick}>
          <input
            type="checkbox"
            checked={isPicked}
            // The click event has shiftKey, the change event does not.
            onClick={(event) => callbacks.onPick?.(id, event.shiftKey)}
            onChange={() => {}}
            // aria-label instead of visually hidden text, which would be laid out for every row.
            aria-label={VIEWS.pick(number)}
          />
        </label>
      )}
    </li>
  )
})
