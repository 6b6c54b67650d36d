import type { DeskIncidentPage, LinkedTicket } from '@podmoga/contract/desk/incidents'
import type { MacroRun } from '@podmoga/contract/desk/macros'
import { MESSAGE_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Chip } from '@podmoga/ui/chip/chip'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { Link } from '@podmoga/ui/lib/navigation'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useScope } from '../lib/scope.tsx'
import { useKeptWords } from '../lib/use-kept-words.ts'
import { answerAll, answersQuery, INCIDENTS_ROOT, link, openAgain, takeBack } from './incidents.api.ts'
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

/** Result of an answer to many tickets: undo before it starts, reopen closed tickets afterwards. */
function Result({
  begun,
  closes,
  onTakenBack,
  onGone,
}: {
  begun: readonly MacroRun[]
  closes: boolean
  onTakenBack: () => void
  onGone: () => void
}) {
  const { call } = useScope()
  const cache = useQueryClient()
  const options = answersQuery(call, begun)
  const { data: runs } = useQuery(options)
  const { run, isPending, problem } = useSubmit({ refreshes: [INCIDENTS_ROOT], refreshesAlways: true })
  const total = runs.reduce((sum, one) => sum + one.total, 0)
  const results = runs.flatMap((one) => one.results)
  const done = results.filter(({ fate }) => fate === 'done').map(({ id }) => id)
  const isHeld = runs.every(({ state }) => state === 'waiting')
  const isEnded = runs.every(({ state }) => state === 'done' || state === 'undone')
  useEffect(() => {
    if (isEnded) void cache.invalidateQueries({ queryKey: INCIDENTS_ROOT })
  }, [isEnded, cache])
  const undo = async () => {
    const now = await run(() => takeBack(call, runs))
    if (now === null) return
    cache.setQueryData(options.queryKey, now)
    if (now.every(({ state }) => state === 'undone')) onTakenBack()
  }
  const open = async () => {
    if ((await run((key) => openAgain(call, done, key), { of: [done.join()] })) === null) return
    toast.success({ title: INCIDENTS.undone })
    onGone()
  }
  const words = () => {
    if (isHeld) return INCIDENTS.held(total)
    if (!isEnded) return INCIDENTS.answering
    if (results.length === 0) return INCIDENTS.taken_back
    const failed = results.length - done.length
    return `${INCIDENTS.result(done.length, closes)}${failed > 0 ? `. ${INCIDENTS.not_all(failed)}` : ''}`
  }
  return (
    <div className={styles.line}>
      <p role="status">{words()}</p>
      {isHeld && (
        <Button size="s" variant="secondary" isPending={isPending} onClick={() => void undo()}>
          {INCIDENTS.take_back}
        </Button>
      )}
      {isEnded && closes && done.length > 0 && (
        <Button size="s" variant="secondary" isPending={isPending} onClick={() => void open()}>
          {INCIDENTS.undo}
        </Button>
      )}
      {problem !== null && <FieldError>{problem}</FieldError>}
    </div>
  )
}

function AnswerForm({ incidentId, tickets }: { incidentId: string; tickets: readonly string[] }) {
  const { call } = useScope()
  const [text, setText] = useKeptWords(`incident-${incidentId}-answer`)
  const [closes, setCloses] = useState(true)
  const [sent, setSent] = useState<{ begun: readonly MacroRun[]; closes: boolean; text: string } | null>(null)
  const { run, isPending, problem } = useSubmit({})
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const begun = await run((key) => answerAll(call, { incidentId, text, tickets, close: closes, key }), {
      of: [text, closes, tickets.join()],
    })
    if (begun === null) return
    setText('')
    setSent({ begun, closes, text })
  }
  return (
    <form className={styles.stack} noValidate onSubmit={(event) => void send(event)}>
      {sent !== null && (
        <Result
          key={sent.begun[0]?.id}
          begun={sent.begun}
          closes={sent.closes}
          // Restore the text for editing, unless a new one has been begun.
          onTakenBack={() => setText((now) => (now === '' ? sent.text : now))}
          onGone={() => setSent(null)}
        />
      )}
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

/** The tickets of an incident: linked and proposed ones, answered and closed together. */
export function IncidentTickets({ incident }: { incident: DeskIncidentPage }) {
  const { call } = useScope()
  const { id, linked, proposed } = incident
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { run, isPending } = useSubmit({ refreshes: [INCIDENTS_ROOT] })
  const setLinked = (tickets: readonly string[], is: boolean) => void run(() => link(call, id, tickets, is))
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
                  aria-label={INCIDENTS.unlink_named(ticket.number)}
                  isPending={isPending}
                  onClick={() => setLinked([ticket.id], false)}
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
                setLinked(
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
                  aria-label={INCIDENTS.link_named(ticket.number)}
                  isPending={isPending}
                  onClick={() => setLinked([ticket.id], true)}
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
