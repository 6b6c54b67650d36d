import { cx } from '@podmoga/ui/lib/cx'
import { formatFull } from '@podmoga/ui/lib/dates'
import { TriangleAlert } from 'lucide-react'
import { TICKETS } from '../tickets.texts.ts'
import styles from './queue.module.css'
import { isLongWait, LONG_WAIT_MINUTES, waitText } from './wait.ts'

/** How long the customer has waited; from 15 minutes on in red, with an icon and a hidden text. */
export function WaitTime({ since, now }: { since: string; now: number }) {
  const isLong = isLongWait(since, now)
  return (
    <time dateTime={since} title={formatFull(since)} className={cx(styles.wait, isLong && styles.long)}>
      {isLong && <TriangleAlert size={15} aria-hidden />}
      <span className="visually-hidden">{TICKETS.waits} </span>
      {waitText(since, now)}
      {isLong && <span className="visually-hidden">, {TICKETS.long_wait(LONG_WAIT_MINUTES)}</span>}
    </time>
  )
}
