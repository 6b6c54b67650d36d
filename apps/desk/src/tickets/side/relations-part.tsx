import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { Button } from '@podmoga/ui/button/button'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueueView } from '../queue/queue-view.ts'
import { TicketLine } from '../queue/ticket-line.tsx'
import { TICKETS_ROOT } from '../tickets.api.ts'
import type { TicketMutations } from '../use-ticket-mutations.ts'
import { relationsQuery, takeApart, unlinkFrom } from './relations.api.ts'
import { RELATIONS } from './relations.texts.ts'
import styles from './side.module.css'
import { WORK } from './work.texts.ts'

const RelateDialog = lazyPart(() => import('./relate-dialog.tsx').then((module) => module.RelateDialog))
const SplitDialog = lazyPart(() => import('./split-dialog.tsx').then((module) => module.SplitDialog))
const FollowUpDialog = lazyPart(() =>
  import('./follow-up-dialog.tsx').then((module) => module.FollowUpDialog),
)

interface RelationsProps {
  call: Call
  ticket: DeskTicket
  view: QueueView
  mutations: TicketMutations
  go: (path: string) => void
  onLeave?: (() => void) | undefined
}

/** Merged and linked tickets, with the actions merge, link, split and follow up. */
export function RelationsPart({ call, ticket, view, mutations, go, onLeave }: RelationsProps) {
  const cache = useQueryClient()
  const { data, isError } = useQuery(relationsQuery(call, ticket.id))
  const [open, setOpen] = useState<'merge' | 'link' | 'split' | 'follow_up' | null>(null)
  const { isPending, run } = useSubmit({
    refreshes: [TICKETS_ROOT],
    refreshesAlways: true,
    toast: WORK.not_done,
  })

  const way = (what: typeof open, label: string) => (
    <Button size="s" variant="secondary" onClick={() => setOpen(what)}>
      {label}
    </Button>
  )
  const shared = { call, ticket, view, onClose: () => setOpen(null) }
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{RELATIONS.title}</h2>
      {isError && data === undefined && <p className={styles.small}>{RELATIONS.failed}</p>}
      <ul className={styles.lines}>
        {data?.merged.map(({ id, number, customer_name, can_undo }) => (
          <li key={id} className={styles.line}>
            <p>{RELATIONS.merged(number, customer_name)}</p>
            <p className={styles.small}>{can_undo ? RELATIONS.merged_in : RELATIONS.settled}</p>
            {can_undo && (
              <div className={styles.ways}>
                <Button
                  size="s"
                  variant="ghost"
                  isPending={isPending}
                  aria-label={RELATIONS.take_apart_of(number)}
                  onClick={() => void run(() => takeApart(cache, call, id))}
                >
                  {RELATIONS.take_apart}
                </Button>
              </div>
            )}
          </li>
        ))}
        {data?.linked.map((one) => (
          <TicketLine
            key={one.id}
            ticket={one}
            view={view}
            onLeave={onLeave}
            about={RELATIONS.kind[one.kind][one.is_later ? 0 : 1]}
          >
            <div className={styles.ways}>
              <Button
                size="s"
                variant="ghost"
                isPending={isPending}
                aria-label={RELATIONS.unlink_of(one.number)}
                onClick={() => void run(() => unlinkFrom(call, ticket.id, one.id))}
              >
                {RELATIONS.unlink}
              </Button>
            </div>
          </TicketLine>
        ))}
      </ul>
      <div className={styles.ways}>
        {way('merge', RELATIONS.merge)}
        {way('link', RELATIONS.link)}
        {way('split', RELATIONS.split)}
        {ticket.status === 'processed' && way('follow_up', RELATIONS.follow_up)}
      </div>
      {(open === 'merge' || open === 'link') && <RelateDialog {...shared} mutations={mutations} how={open} />}
      {open === 'split' && <SplitDialog {...shared} mutations={mutations} go={go} />}
      {open === 'follow_up' && <FollowUpDialog {...shared} go={go} />}
    </section>
  )
}
