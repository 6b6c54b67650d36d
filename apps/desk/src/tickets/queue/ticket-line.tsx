import type { TicketGlance } from '@podmoga/contract/desk/relations'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import type { ReactNode } from 'react'
import { useNow } from '../../lib/use-now.ts'
import styles from '../side/side.module.css'
import { TICKETS } from '../tickets.texts.ts'
import { type QueueView, ticketPath } from './queue-view.ts'

interface TicketLineProps {
  ticket: TicketGlance
  view: QueueView
  /** The page is about this restaurant, so its name is not repeated. */
  isHere?: boolean
  /** Called when the link to the ticket is followed. */
  onLeave?: (() => void) | undefined
  /** Its relation to the current ticket. */
  about?: ReactNode
  children?: ReactNode
}

/** Summary of another ticket, with its actions as children. */
export function TicketLine({ ticket, view, isHere = false, onLeave, about, children }: TicketLineProps) {
  const now = useNow()
  const { id, number, status, category_readable, customer_name, restaurant, created_at, first_words } = ticket
  return (
    <li className={styles.line}>
      <Link href={ticketPath(id, view)} {...(onLeave === undefined ? {} : { onClick: onLeave })}>
        №{number} · {category_readable}
      </Link>
      <p className={styles.small}>
        {[about, TICKETS.state(status), customer_name, isHere ? null : restaurant.name]
          .filter((part) => part !== undefined && part !== null)
          .join(' · ')}
        , {formatStamp(created_at, now)}
      </p>
      <p className={styles.clamp}>{first_words}</p>
      {children}
    </li>
  )
}
