import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { Button } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { CircleCheck, RotateCcw, UserRound } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { PickKind } from '../picker/pick-kinds.ts'
import { nameOf } from '../side/customer-card.tsx'
import { TICKETS } from '../tickets.texts.ts'
import { CONVERSATION } from './conversation.texts.ts'
import styles from './ticket-pane.module.css'
import { WorkChips } from './work-chips.tsx'

interface TicketHeadProps {
  ticket: DeskTicket | undefined
  backHref: string
  /** The assignee control. */
  assignee: ReactNode
  isChanging: boolean
  onClose: () => void
  onReopen: () => void
  onCustomer: () => void
  onPick: (what: PickKind) => void
  ref: Ref<HTMLHeadingElement>
}

/** The ticket's head: its subject and actions. */
export function TicketHead({
  ticket,
  backHref,
  assignee,
  isChanging,
  onClose,
  onReopen,
  onCustomer,
  onPick,
  ref,
}: TicketHeadProps) {
  const isClosed = ticket?.status === 'processed'
  const isWaiting = !isClosed && ticket?.waiting_since !== null
  return (
    <header className={styles.head}>
      <div className={styles.back}>
        <BackLink href={backHref}>{TICKETS.back}</BackLink>
      </div>
      <div className={styles.about}>
        <div className={styles.titleLine}>
          <h1 ref={ref} tabIndex={-1} className={styles.title}>
            {ticket?.category_readable ?? <Skeleton width={220} />}
          </h1>
          {ticket !== undefined && (
            <Chip tone={isWaiting ? 'warning' : 'neutral'} className={styles.chip ?? ''}>
              {isClosed ? TICKETS.processed : isWaiting ? TICKETS.awaiting : TICKETS.answered}
            </Chip>
          )}
        </div>
        <p className={styles.sub}>
          {ticket === undefined ? (
            <Skeleton width={160} />
          ) : (
            <>
              <span>
                <span lang="en">{CONVERSATION.ticket_no}</span> {ticket.number}
              </span>
              {ticket.topic_readable !== null && <span>{ticket.topic_readable}</span>}
              <span>{nameOf(ticket.customer) ?? ticket.restaurant.name}</span>
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        {assignee}
        <span className={styles.customer}>
          <Button
            size="s"
            variant="secondary"
            disabled={ticket === undefined}
            icon={<UserRound size={18} aria-hidden />}
            onClick={onCustomer}
          >
            <span className="spare">{TICKETS.customer}</span>
          </Button>
        </span>
        {ticket !== undefined && (
          <Button
            size="s"
            variant="secondary"
            isPending={isChanging}
            icon={isClosed ? <RotateCcw size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />}
            onClick={isClosed ? onReopen : onClose}
          >
            {isClosed ? (
              TICKETS.reopen
            ) : (
              <span>
                {TICKETS.close}
                <span className="spare"> {CONVERSATION.close_what}</span>
              </span>
            )}
          </Button>
        )}
      </div>
      {ticket !== undefined && <WorkChips ticket={ticket} onPick={onPick} />}
    </header>
  )
}
