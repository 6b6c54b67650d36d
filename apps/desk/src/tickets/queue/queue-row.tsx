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

/** Where the hand and the eye come near a row, and what is done there; the same for all rows of a list. */
export interface RowHands {
  /** The row is about to be opened. */
  onApproach: (id: string) => void
  /** Without it no row can be picked. */
  onPick: ((id: string, isRange: boolean) => void) | undefined
}

interface QueueRowProps {
  item: DeskTicketItem
  isGone: boolean
  now: number
  isOpen: boolean
  isPicked: boolean
  view: QueueView
  hands: RowHands
  /** Its place among all rows of the list, from 1, and how many there are, when not all of them are drawn. */
  at: number | undefined
  of: number | undefined
}

/** More of the last words than this is nowhere seen: a line holds fewer, and every letter costs its share of a frame. */
const MOST_SEEN = 200

/**
 * A ticket that flies by: of what a row tells, the one line that could be caught. Rows made and thrown away by the
 * thousand in a second are the garbage that a browser stops to collect.
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
 * A ticket in the queue: where from, how long, what about, the last words. One link as a whole. Drawn again only when
 * something of it has changed: while ten thousand go by, a frame has time for the new ones.
 */
export const QueueRow = memo(function QueueRow({
  item,
  isGone,
  now,
  isOpen,
  isPicked,
  ...props
}: QueueRowProps) {
  const { view, hands, at, of } = props
  const { id, number, status, restaurant, category_readable, topic_readable, waiting_since } = item
  const author = item.last_from_support ? TICKETS.support : (item.last_author_name ?? TICKETS.someone)
  const state = status === 'processed' ? TICKETS.closed_row : TICKETS.answered
  const due = isGone ? null : dueWords(item.clock, now)
  const approach = () => hands.onApproach(id)
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
      {hands.onPick !== undefined && (
        <label className={styles.pick}>
          <input
            type="checkbox"
            checked={isPicked}
            // A click tells of Shift, a change does not.
            onClick={(event) => hands.onPick?.(id, event.shiftKey)}
            onChange={() => {}}
            // Said by the box itself: a hidden line of text is laid out for every row that goes by.
            aria-label={VIEWS.pick(number)}
          />
        </label>
      )}
    </li>
  )
})
