import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { FieldError } from '@podmoga/ui/field/field'
import { cx } from '@podmoga/ui/lib/cx'
import { mayTakeBack } from '@podmoga/web/outbox/item'
import { useQuery } from '@tanstack/react-query'
import { Clock, TriangleAlert } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { useSlow } from '../../lib/use-slow.ts'
import { NotificationOffer } from '../conversation/notification-offer.tsx'
import type { OutgoingTicket as Outgoing } from '../outbox/outgoing.ts'
import { discard, takeBack, useNewTickets } from '../outbox/use-outbox.ts'
import { choicesQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { OUTGOING } from './outgoing.texts.ts'
import styles from './outgoing-tickets.module.css'
import cards from './ticket-cards.module.css'

const LONG_MS = 10_000

const STATES = {
  waiting: TICKETS.waiting,
  sending: TICKETS.sending,
  sent: TICKETS.sent,
  failed: TICKETS.not_sent,
} as const

interface OutgoingTicketProps {
  item: Outgoing
  outbox: ReturnType<typeof useNewTickets>['outbox']
}

function OutgoingTicket({ item, outbox }: OutgoingTicketProps) {
  const scope = useScope()
  const navigate = useNavigate()
  const categories = useQuery(choicesQuery(scope, 'appeal')).data
  const { id, state, files, problem, data, is_final, sent_bytes, total_bytes } = item
  const isLong = useSlow(state === 'sending', LONG_MS)
  const category = categories?.find(({ key }) => key === data.about.category)?.name
  const toForm = async () => {
    if (await takeBack(outbox, id))
      await navigate(paths.newTicket(scope.restaurantId), { state: { take: id } })
  }
  const Icon = state === 'failed' ? TriangleAlert : Clock
  return (
    <li>
      <Card className={cx(cards.card, styles.card)}>
        <h3 className={styles.title}>{[TICKETS.new_title, category].filter(Boolean).join(' : ')}</h3>
        <span className={styles.state} data-state={state}>
          <Icon size={16} aria-hidden />
          {isLong ? TICKETS.longer : STATES[state]}
          {state === 'sending' && total_bytes > 0 && <span>{OUTGOING.gone(sent_bytes / total_bytes)}</span>}
        </span>
        <p className={styles.text}>{data.text}</p>
        {files.length > 0 && <p className={styles.files}>{OUTGOING.attached(files.length)}</p>}
        {state === 'failed' && problem !== null && <FieldError>{problem}</FieldError>}
        {state === 'failed' && is_final === true && <p>{TICKETS.mend_files}</p>}
        <div className={styles.ways}>
          {state === 'failed' && is_final !== true && (
            <Button variant="secondary" size="s" onClick={() => outbox.retry(id)}>
              {TICKETS.retry}
            </Button>
          )}
          {(state === 'failed' || mayTakeBack(item)) && (
            <Button variant="ghost" size="s" onClick={() => void toForm()}>
              {state === 'sending' ? TICKETS.cancel : OUTGOING.change}
            </Button>
          )}
          {(state === 'failed' || state === 'waiting') && (
            <Button variant="ghost" size="s" onClick={() => void discard(outbox, id)}>
              {TICKETS.remove}
            </Button>
          )}
        </div>
      </Card>
    </li>
  )
}

/** New tickets that have not reached the server yet, with their state and actions; after one is sent, the notification offer. */
export function OutgoingTickets() {
  const { outbox, items } = useNewTickets()
  return (
    <>
      {items.length > 0 && (
        <ul className={cards.list} aria-label={OUTGOING.on_the_way}>
          {items.map((item) => (
            <OutgoingTicket key={item.id} item={item} outbox={outbox} />
          ))}
        </ul>
      )}
      <NotificationOffer />
    </>
  )
}
