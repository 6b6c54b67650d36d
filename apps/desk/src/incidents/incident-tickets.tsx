import type { DeskIncidentPage, LinkedTicket } from '@podmoga/contract/desk/incidents'
import { MESSAGE_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Chip } from '@podmoga/ui/chip/chip'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { Link } from '@podmoga/ui/lib/navigation'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useScope } from '../lib/scope.tsx'
import { type Answered, answerAll, INCIDENTS_ROOT, link, openAgain } from './incidents.api.ts'
import styles from './incidents.module.css'
import { INCIDENTS } from './incidents.texts.ts'

function TicketLine({ ticket, children }: { ticket: LinkedTicket; children: ReactNode }) {
  return (
    <li className={styles.ticket}>
      <div className={styles.words}>
        <Link href={`/tickets/${ticket.id}`}>№{ticket.number}</Link> · {ticket.restaurant}
        <p className={styles.quote}>{ticket.text}</p>
      </div>
      {children}
    </li>
  )
}

/** What becomes of the answers, and the way back for what was closed. */
function Result({ of, onUndone }: { of: Answered; onUndone: () => void }) {
  const { call } = useScope()
  const { run, isPending, problem } = useSubmit({ refreshes: [INCIDENTS_ROOT], refreshesAlways: true })
  const undo = async () => {
    const done = await run((key) => openAgain(call, of.closed, key), { of: [of.closed.join()] })
    if (done === null) return
    toast.success({ title: INCIDENTS.undone })
    onUndone()
  }
  return (
    <div className={styles.line}>
      <p role="status">
        {INCIDENTS.result(of.done.length, of.closed.length)}
        {of.failed > 0 && `. ${INCIDENTS.not_all(of.failed)}`}
      </p>
      {of.closed.length > 0 && (
        <Button size="s" variant="secondary" isPending={isPending} onClick={() => void undo()}>
          {INCIDENTS.undo}
        </Button>
      )}
      {problem !== null && <FieldError>{problem}</FieldError>}
    </div>
  )
}

function AnswerForm({ incidentId, tickets }: { incidentId: string; tickets: readonly string[] }) {
  const { call } = useScope()
  const [text, setText] = useState('')
  const [closes, setCloses] = useState(true)
  const [result, setResult] = useState<Answered | null>(null)
  const { run, isPending, problem } = useSubmit({ refreshes: [INCIDENTS_ROOT], refreshesAlways: true })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const done = await run((key) => answerAll(call, { incidentId, text, tickets, closes, key }), {
      of: [text, closes, tickets.join()],
    })
    if (done === null) return
    setText('')
    setResult(done)
  }
  return (
    <form className={styles.stack} noValidate onSubmit={(event) => void send(event)}>
      {result !== null && <Result of={result} onUndone={() => setResult(null)} />}
      <TextArea
        label={INCIDENTS.answer}
        rows={3}
        maxLength={MESSAGE_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Checkbox checked={closes} onChange={() => setCloses((is) => !is)}>
        {INCIDENTS.close}
      </Checkbox>
      {problem !== null && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <div className={styles.line}>
        <Button type="submit" isPending={isPending} disabled={tickets.length === 0 || text.trim() === ''}>
          {INCIDENTS.answer_do(tickets.length)}
        </Button>
      </div>
    </form>
  )
}

/** The tickets about an incident: linked, proposed, answered and closed together. */
export function IncidentTickets({ incident }: { incident: DeskIncidentPage }) {
  const { call } = useScope()
  const { id, linked, proposed } = incident
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { run, isPending } = useSubmit({ refreshes: [INCIDENTS_ROOT] })
  const turn = (tickets: readonly string[], is: boolean) => void run(() => link(call, id, tickets, is))
  const open = linked.filter(({ is_open }) => is_open)
  const chosen = open.filter((ticket) => !left.has(ticket.id)).map((ticket) => ticket.id)
  const toggle = (ticket: string) =>
    setLeft(
      (before) =>
        new Set(before.has(ticket) ? [...before].filter((one) => one !== ticket) : [...before, ticket]),
    )
  return (
    <>
      <section aria-label={INCIDENTS.linked} className={styles.stack}>
        <h2 className="t-h3">{INCIDENTS.linked}</h2>
        {linked.length === 0 && <p className="t-muted">{INCIDENTS.none_linked}</p>}
        <ul className={styles.stack}>
          {linked.map((ticket) => (
            <TicketLine key={ticket.id} ticket={ticket}>
              <div className={styles.line}>
                {ticket.answered_at !== null && <Chip tone="success">{INCIDENTS.answered}</Chip>}
                {ticket.is_open ? (
                  <Checkbox
                    aria-label={`№${ticket.number}`}
                    checked={!left.has(ticket.id)}
                    onChange={() => toggle(ticket.id)}
                  >
                    {null}
                  </Checkbox>
                ) : (
                  <Chip tone="neutral">{INCIDENTS.closed}</Chip>
                )}
                <Button
                  size="s"
                  variant="ghost"
                  isPending={isPending}
                  onClick={() => turn([ticket.id], false)}
                >
                  {INCIDENTS.unlink}
                </Button>
              </div>
            </TicketLine>
          ))}
        </ul>
        {linked.length > 0 && <AnswerForm incidentId={id} tickets={chosen} />}
      </section>
      {proposed.length > 0 && (
        <section aria-label={INCIDENTS.proposed} className={styles.stack}>
          <div className={styles.head}>
            <h2 className="t-h3">{INCIDENTS.proposed}</h2>
            <Button
              size="s"
              variant="secondary"
              isPending={isPending}
              onClick={() =>
                turn(
                  proposed.map((ticket) => ticket.id),
                  true,
                )
              }
            >
              {INCIDENTS.link_all}
            </Button>
          </div>
          <ul className={styles.stack}>
            {proposed.map((ticket) => (
              <TicketLine key={ticket.id} ticket={ticket}>
                <Button
                  size="s"
                  variant="secondary"
                  isPending={isPending}
                  onClick={() => turn([ticket.id], true)}
                >
                  {INCIDENTS.link}
                </Button>
              </TicketLine>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
