import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { Avatar } from '@podmoga/ui/avatar/avatar'
import { Chip } from '@podmoga/ui/chip/chip'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { type QueueView, ticketPath } from '../queue/queue-view.ts'
import { TICKETS } from '../tickets.texts.ts'
import { CUSTOMER } from './customer.texts.ts'
import styles from './customer-card.module.css'
import side from './side.module.css'

/** Formats E.164 numbers of Uzbekistan, Kazakhstan and Russia: «+998 90 123-45-67»; others unchanged. */
const readablePhone = (phone: string): string =>
  phone
    .replace(/^\+998(\d{2})(\d{3})(\d{2})(\d{2})$/, '+998 $1 $2-$3-$4')
    .replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4')

const localTime = (timeZone: string, now: number): string | null => {
  try {
    return new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit', timeZone }).format(now)
  } catch {
    return null
  }
}

/** First and last name, or null when neither is known. */
export const nameOf = ({ first_name, last_name }: DeskTicket['customer']): string | null =>
  [first_name, last_name].filter((part) => part !== null && part !== '').join(' ') || null

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

interface CustomerCardProps {
  ticket: DeskTicket
  view: QueueView
  /** Called when a link to a past ticket is followed. */
  onLeave?: () => void
}

/** The customer, their restaurant and their past tickets. */
export function CustomerCard({ ticket, view, onLeave }: CustomerCardProps) {
  const now = useNow()
  const { customer, restaurant, business, past_tickets } = ticket
  const name = nameOf(customer)
  const region = [customer.country, customer.region].filter((part) => part !== null && part !== '').join(', ')
  const time = localTime(restaurant.timezone, now)
  return (
    <div className={styles.card}>
      <section className={styles.part}>
        <h2 className={side.title}>{TICKETS.customer}</h2>
        <p className={styles.person}>
          <Avatar size="m" name={name} image={customer.image} />
          <b>{name ?? CUSTOMER.unknown}</b>
        </p>
        {customer.phone !== null && (
          <a className={styles.way} href={`tel:${customer.phone}`}>
            <Phone size={18} aria-hidden />
            {readablePhone(customer.phone)}
          </a>
        )}
        {customer.email !== null && (
          <>
            <a className={styles.way} href={`mailto:${customer.email}`}>
              <Mail size={18} aria-hidden />
              {customer.email}
            </a>
            {!customer.is_email_verified && <Chip tone="warning">{CUSTOMER.email_unverified}</Chip>}
          </>
        )}
        <dl className={styles.facts}>
          <Fact label={CUSTOMER.place}>{region === '' ? CUSTOMER.unknown : region}</Fact>
          <Fact label={CUSTOMER.customer_id}>{customer.id}</Fact>
        </dl>
      </section>
      <section className={styles.part}>
        <h2 className={side.title}>{CUSTOMER.restaurant}</h2>
        <p>
          <Link href={`/restaurants/${encodeURIComponent(restaurant.id)}`} onClick={onLeave}>
            <b>{restaurant.name}</b>
          </Link>
        </p>
        <dl className={styles.facts}>
          <Fact label={CUSTOMER.business}>{business.name}</Fact>
          <Fact label={CUSTOMER.restaurant_id}>{restaurant.id}</Fact>
          {time !== null && <Fact label={CUSTOMER.local_time}>{time}</Fact>}
        </dl>
      </section>
      <section className={styles.part}>
        <h2 className={side.title}>{CUSTOMER.past}</h2>
        {past_tickets.length === 0 && <p className="t-small t-muted">{CUSTOMER.no_past}</p>}
        <ul className={styles.past}>
          {past_tickets.map(({ id, number, category_readable, status, created_at }) => (
            <li key={id}>
              <Link href={ticketPath(id, view)} className={styles.pastLink} onClick={onLeave}>
                <span>
                  №{number} · {category_readable}
                </span>
                <span className={styles.pastState}>
                  {TICKETS.state(status)}, {formatStamp(created_at, now)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
