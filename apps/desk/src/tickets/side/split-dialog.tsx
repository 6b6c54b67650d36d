import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { Button } from '@podmoga/ui/button/button'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNow } from '../../lib/use-now.ts'
import { inOrder } from '../conversation/conversation.ts'
import { type QueueView, ticketPath } from '../queue/queue-view.ts'
import { messagesQuery, TICKETS_ROOT } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import type { TicketMutations } from '../use-ticket-mutations.ts'
import { splitOff } from './relations.api.ts'
import { RELATIONS } from './relations.texts.ts'
import styles from './side.module.css'
import { WORK } from './work.texts.ts'

interface SplitProps {
  call: Call
  ticket: DeskTicket
  view: QueueView
  mutations: TicketMutations
  go: (path: string) => void
  onClose: () => void
}

const NAMED = 60

/** Chooses the customer's message to split into a new ticket; the newest first. */
export function SplitDialog({ call, ticket, view, mutations, go, onClose }: SplitProps) {
  const now = useNow()
  const { data } = useInfiniteQuery(messagesQuery(call, ticket.id))
  const { run, isPending, problem } = useSubmit({ refreshes: [TICKETS_ROOT], failed: WORK.not_done })
  const all = inOrder(data?.pages ?? [])
  const theirs = all.length < 2 ? [] : all.filter(({ from_support }) => from_support !== true).reverse()
  const split = (message: string) => {
    const work = async (key: string) => {
      const made = await splitOff(call, ticket.id, message, key)
      mutations.note({ to: 'split', ticket_id: made.id, number: made.number, from: ticket.id })
      onClose()
      go(ticketPath(made.id, view))
    }
    return run(work, { of: [message] })
  }
  return (
    <Dialog title={RELATIONS.split_title} size="l" onClose={onClose}>
      <p className={styles.small}>{RELATIONS.split_hint}</p>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      {data !== undefined && theirs.length === 0 && <p className={styles.small}>{RELATIONS.split_none}</p>}
      <ul className={styles.lines}>
        {theirs.map(({ id, text, user_name, created_at }) => (
          <li key={id} className={styles.line}>
            <p className={styles.small}>
              {user_name ?? TICKETS.someone}, {formatStamp(created_at, now)}
            </p>
            <p className={styles.clamp}>{text}</p>
            <div className={styles.ways}>
              <Button
                size="s"
                variant="secondary"
                disabled={isPending}
                aria-label={RELATIONS.split_of(text.slice(0, NAMED))}
                onClick={() => void split(id)}
              >
                {RELATIONS.split_one}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
