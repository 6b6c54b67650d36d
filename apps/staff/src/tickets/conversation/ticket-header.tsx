import { isProcessed, type Ticket } from '@podmoga/contract/tickets'
import { Chip } from '@podmoga/ui/chip/chip'
import { IconLink } from '@podmoga/ui/icon-button/icon-button'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { QueryError } from '@podmoga/web/query-error'
import type { UseQueryResult } from '@tanstack/react-query'
import { Archive, ChevronLeft, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHeading } from '../../lib/page-heading.tsx'
import { TICKETS } from '../tickets.texts.ts'
import { CONVERSATION } from './conversation.texts.ts'
import styles from './ticket.module.css'

/** The two states the product knows, in Russian; any other is shown unchanged. */
function StatusChip({ ticket }: { ticket: Ticket }) {
  const { status_readable } = ticket
  if (/^processed$/i.test(status_readable))
    return <Chip icon={<Archive aria-hidden />}>{TICKETS.processed}</Chip>
  if (/^awaiting[ _]response$/i.test(status_readable))
    return (
      <Chip tone="warning" icon={<Clock aria-hidden />}>
        {TICKETS.awaiting}
      </Chip>
    )
  return (
    <Chip tone={isProcessed(ticket) ? 'neutral' : 'warning'} icon={<Clock aria-hidden />}>
      <span lang={/[а-яё]/i.test(status_readable) ? undefined : 'en'}>{status_readable}</span>
    </Chip>
  )
}

interface TicketHeaderProps {
  query: UseQueryResult<Ticket>
  /** On phones the back link is in the header itself. */
  backHref: string | null
  /** At the end of the header. */
  end?: ReactNode
}

/** Category, number and status, always in this order. */
export function TicketHeader({ query, backHref, end }: TicketHeaderProps) {
  const ticket = query.data
  const back = backHref !== null && (
    <IconLink className={styles.back ?? ''} label={TICKETS.back_to_list} href={backHref}>
      <ChevronLeft size={20} aria-hidden />
    </IconLink>
  )
  if (ticket === undefined && query.isError)
    return (
      <header className={styles.header}>
        {back}
        <PageHeading className="visually-hidden" title={TICKETS.title}>
          {TICKETS.title}
        </PageHeading>
        <QueryError of={query} compact text={CONVERSATION.ticket_failed} />
      </header>
    )
  if (ticket === undefined)
    return (
      <header className={styles.header} aria-busy>
        {back}
        <div className={styles.headings}>
          <Skeleton width="60%" height={24} />
          <Skeleton width="30%" />
        </div>
      </header>
    )
  return (
    <header className={styles.header}>
      {back}
      <div className={styles.headings}>
        <PageHeading className={styles.title} title={CONVERSATION.ticket_title(ticket.number)}>
          {ticket.category_readable || ticket.topic_readable || ticket.category}
        </PageHeading>
        <div className={styles.meta}>
          <p className={styles.number}>
            <span lang="en">{CONVERSATION.ticket_no}</span> {ticket.number}
            {ticket.category_readable && ticket.topic_readable && ` · ${ticket.topic_readable}`}
          </p>
          <StatusChip ticket={ticket} />
        </div>
      </div>
      {end}
    </header>
  )
}
