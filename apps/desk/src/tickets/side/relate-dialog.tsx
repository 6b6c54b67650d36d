import type { Call } from '@podmoga/contract/client'
import type { TicketGlance } from '@podmoga/contract/desk/relations'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { cx } from '@podmoga/ui/lib/cx'
import { NotDone } from '@podmoga/web/submit/submit'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { QueueView } from '../queue/queue-view.ts'
import { TicketLine } from '../queue/ticket-line.tsx'
import { TICKETS_ROOT } from '../tickets.api.ts'
import type { TicketMutations } from '../use-ticket-mutations.ts'
import { nameOf } from './customer-card.tsx'
import { findByNumber, linkWith, mergeInto, relationsQuery, similarQuery } from './relations.api.ts'
import { RELATIONS } from './relations.texts.ts'
import styles from './side.module.css'
import { WORK } from './work.texts.ts'

interface RelateProps {
  how: 'merge' | 'link'
  call: Call
  ticket: DeskTicket
  view: QueueView
  mutations: TicketMutations
  onClose: () => void
}

interface MergeProps {
  own: DeskTicket
  other: TicketGlance
  view: QueueView
  isPending: boolean
  problem: string | null
  onMerge: () => void
  onBack: () => void
  onClose: () => void
}

/** Confirms a merge, showing both tickets. */
function MergeDialog({ own, other, view, isPending, problem, onMerge, onBack, onClose }: MergeProps) {
  const glance = { ...own, customer_name: nameOf(own.customer), first_words: own.topic_readable ?? '' }
  return (
    <Dialog title={RELATIONS.merge_ask(own.number, other.number)} size="l" onClose={onClose}>
      <ul className={styles.lines}>
        <TicketLine ticket={glance} view={view} about={RELATIONS.goes} />
        <TicketLine ticket={other} view={view} about={RELATIONS.stays} />
      </ul>
      <p className={styles.small}>{RELATIONS.merge_hint}</p>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <DialogActions>
        <Button variant="secondary" onClick={onBack}>
          {RELATIONS.another}
        </Button>
        <Button isPending={isPending} onClick={onMerge}>
          {RELATIONS.merge_now}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Chooses the other ticket to merge or link: a similar one, one of the restaurant's, or one by number. */
export function RelateDialog({ how, call, ticket, view, mutations, onClose }: RelateProps) {
  // If a colleague merges this ticket, the prop becomes the surviving one: keep the original.
  const [own] = useState(ticket)
  const { data: similar } = useQuery(similarQuery(call, ticket.id))
  const { data: relations } = useQuery(relationsQuery(call, ticket.id))
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<TicketGlance | null>(null)
  /** The ticket to merge into, awaiting confirmation. */
  const [chosen, setChosen] = useState<TicketGlance | null>(null)
  const { run, isPending, problem } = useSubmit({ failed: WORK.not_done })
  const isMerge = how === 'merge'
  const fits = ({ restaurant }: TicketGlance) => !isMerge || restaurant.id === ticket.restaurant.id
  const candidates = [...(similar?.results.filter(fits) ?? []), ...(relations?.of_restaurant ?? [])].filter(
    ({ id }, at, all) => all.findIndex((one) => one.id === id) === at && id !== found?.id,
  )

  const find = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const number = typed.trim()
      const one = await findByNumber(call, number)
      setFound(one === null || one.id === ticket.id ? null : { ...one, first_words: one.last_message })
      if (one === null || one.id === ticket.id) throw new NotDone(RELATIONS.find_none(number))
    })
  }
  const merge = async (other: TicketGlance) => {
    const into = await mergeInto(call, own.id, other.id)
    mutations.note({ to: 'merged', ticket_id: own.id, number: own.number, into: into.number })
  }
  const relate = (other: TicketGlance) => {
    const work = async () => {
      if (isMerge) await merge(other)
      else await linkWith(call, own.id, other.id)
      onClose()
    }
    return run(work, { refreshes: [TICKETS_ROOT] })
  }
  const line = (one: TicketGlance) => (
    <TicketLine key={one.id} ticket={one} view={view} onLeave={onClose}>
      {fits(one) ? (
        <div className={styles.ways}>
          <Button
            size="s"
            variant="secondary"
            disabled={isPending}
            onClick={() => (isMerge ? setChosen(one) : void relate(one))}
          >
            {isMerge ? RELATIONS.merge_with(one.number) : RELATIONS.link_with(one.number)}
          </Button>
        </div>
      ) : (
        <p className={styles.small}>{RELATIONS.foreign}</p>
      )}
    </TicketLine>
  )
  if (chosen !== null)
    return (
      <MergeDialog
        own={own}
        other={chosen}
        view={view}
        isPending={isPending}
        problem={problem}
        onMerge={() => void relate(chosen)}
        onBack={() => setChosen(null)}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={isMerge ? RELATIONS.merge_title : RELATIONS.link_title} size="l" onClose={onClose}>
      <p className={styles.small}>{isMerge ? RELATIONS.merge_hint : RELATIONS.link_hint}</p>
      <form onSubmit={find} noValidate className={cx(styles.form, styles.ask)}>
        <TextField
          data-passing
          label={RELATIONS.number}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 9))}
        />
        <Button type="submit" size="s" variant="secondary" disabled={typed === ''} isPending={isPending}>
          {RELATIONS.find}
        </Button>
      </form>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      {found !== null && <ul className={styles.lines}>{line(found)}</ul>}
      <section className={styles.part}>
        <h3 className={styles.title}>{RELATIONS.candidates}</h3>
        {relations !== undefined && candidates.length === 0 && (
          <p className={styles.small}>{RELATIONS.no_candidates}</p>
        )}
        <ul className={styles.lines}>{candidates.map(line)}</ul>
      </section>
    </Dialog>
  )
}
