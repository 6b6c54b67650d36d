import type { Handover } from '@podmoga/contract/shifts'
import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { useId } from 'react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import styles from './shift.module.css'
import { SHIFT } from './shift.texts.ts'

interface HandoverCardProps {
  handover: Handover
  isPending: boolean
  onAccept: () => void
}

/** A handover to the next shift: its author, the note, the tickets in their current state. */
export function HandoverCard({ handover, isPending, onAccept }: HandoverCardProps) {
  const { restaurantId } = useScope()
  const titleId = useId()
  const { note, author_name, is_mine, created_at, tickets } = handover
  return (
    <Card as="article" aria-labelledby={titleId} className={styles.card}>
      <h3 id={titleId} className="t-h3">
        {is_mine ? SHIFT.mine : SHIFT.handed_by(author_name, formatStamp(created_at))}
      </h3>
      <p className={styles.note}>{note}</p>
      {tickets.length > 0 && (
        <ul className={styles.tickets}>
          {tickets.map(({ id, number, category, status, unread }) => (
            <li key={id}>
              <Link href={paths.ticket(restaurantId, id)} className={styles.ticket}>
                {SHIFT.ticket(number, category)}
              </Link>
              {(status === 'processed' || unread > 0) && (
                <span className="t-small t-muted">
                  {[unread > 0 && SHIFT.unread(unread), status === 'processed' && SHIFT.answered]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button
        className={styles.do}
        variant={is_mine ? 'secondary' : 'primary'}
        isPending={isPending}
        onClick={onAccept}
      >
        {is_mine ? SHIFT.take_back : SHIFT.accept}
      </Button>
    </Card>
  )
}
