import { cx } from '@podmoga/ui/lib/cx'
import { formatFull, formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { CircleCheck } from 'lucide-react'
import styles from './queue.module.css'
import type { QueueRow as Row } from './steady-queue.ts'
import { TICKETS } from './tickets.texts.ts'
import { VIEWS } from './views.texts.ts'
import { WaitTime } from './wait-time.tsx'
import { TEAM } from './work.texts.ts'

interface QueueRowProps {
  row: Row
  now: number
  isOpen: boolean
  href: string
  onApproach: (id: string) => void
  /** Without it the row cannot be picked. */
  pick?: { isPicked: boolean; onPick: (id: string, isRange: boolean) => void } | undefined
  /** Its place among all rows of the list, from 1, when not all of them are drawn. */
  place?: { at: number; of: number } | undefined
}

/** A ticket in the queue: where from, how long, what about, the last words. One link as a whole. */
export function QueueRow({ row: { item, isGone }, now, isOpen, href, onApproach, ...props }: QueueRowProps) {
  const { pick, place } = props
  const { id, number, status, restaurant, category_readable, topic_readable, waiting_since } = item
  const author = item.last_from_support ? TICKETS.support : (item.last_author_name ?? TICKETS.someone)
  const state = status === 'processed' ? TICKETS.closed_row : TICKETS.answered
  const approach = () => onApproach(id)
  return (
    <li className={styles.even} aria-posinset={place?.at} aria-setsize={place?.of}>
      <Link
        href={href}
        data-ticket={id}
        aria-current={isOpen ? 'true' : undefined}
        className={cx(styles.row, isGone && styles.gone, pick?.isPicked && styles.picked)}
        onPointerEnter={approach}
        onFocus={approach}
        onTouchStart={approach}
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
          №{number} ·{' '}
          {topic_readable === null ? category_readable : `${category_readable} · ${topic_readable}`}
        </span>
        <span className={styles.last}>
          {item.priority !== 'normal' && (
            <b className={styles.press} data-priority={item.priority}>
              {TEAM.priority_name[item.priority]} ·{' '}
            </b>
          )}
          {item.assignee !== null && <span className={styles.who}>{item.assignee.name} · </span>}
          {author}: {item.last_message}
        </span>
      </Link>
      {pick !== undefined && (
        <label className={styles.pick}>
          <input
            type="checkbox"
            checked={pick.isPicked}
            // A click tells of Shift, a change does not.
            onClick={(event) => pick.onPick(id, event.shiftKey)}
            onChange={() => {}}
          />
          <span className="visually-hidden">{VIEWS.pick(number)}</span>
        </label>
      )}
    </li>
  )
}
