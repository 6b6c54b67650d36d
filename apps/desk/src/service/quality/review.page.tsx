import { type getQualityTicket, QUALITY_QUESTIONS, type reviewTicket } from '@podmoga/contract/desk/quality'
import type { Answer } from '@podmoga/contract/endpoint'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { cx } from '@podmoga/ui/lib/cx'
import { formatFull } from '@podmoga/ui/lib/dates'
import { keyed } from '@podmoga/ui/lib/keyed'
import { Link } from '@podmoga/ui/lib/navigation'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Select } from '@podmoga/ui/select/select'
import { isRefusal } from '@podmoga/web/explain'
import { QueryView } from '@podmoga/web/query-view'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { useKeptWords } from '../../lib/use-kept-words.ts'
import { ServicePage } from '../service-page.tsx'
import { SERVICE } from '../service-pages.ts'
import { QUALITY_ROOT, reviewQuery, sendReview } from './quality.api.ts'
import styles from './quality.module.css'
import { QUALITY } from './quality.texts.ts'

type Talk = Answer<typeof getQualityTicket>
type Scored = Answer<typeof reviewTicket>

function Conversation({ talk }: { talk: Talk }) {
  return (
    <section className={styles.part} aria-label={QUALITY.talk}>
      <h2>{QUALITY.talk}</h2>
      <ol className={styles.list}>
        {keyed(talk.messages, ({ created_at }) => created_at).map(
          ({ key, item: { from_support, text, created_at, files } }) => (
            <li key={key} className={cx(styles.row, from_support && styles.support)}>
              <p className="t-small t-muted">
                {from_support ? QUALITY.support : QUALITY.restaurant} · {formatFull(created_at)}
                {files > 0 && ` · ${QUALITY.files(files)}`}
              </p>
              <p className={styles.words}>{text}</p>
            </li>
          ),
        )}
      </ol>
      {talk.is_cut && <p className="t-muted">{QUALITY.cut}</p>}
      {talk.word !== null && (
        <p className={styles.words}>
          {QUALITY.word}: {talk.word}
        </p>
      )}
    </section>
  )
}

function Questions({ reviewId, onScored }: { reviewId: string; onScored: (scored: Scored) => void }) {
  const { call } = useScope()
  const [kept, keep] = useKeptWords(`quality-${reviewId}-answers`)
  const given = kept.split(',')
  const answers = QUALITY_QUESTIONS.map((_, at) => given[at] ?? '')
  const [note, setNote] = useKeptWords(`quality-${reviewId}`)
  const [isAsked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { run, isPending, problem } = useSubmit({ refreshes: [QUALITY_ROOT] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    const missing = answers.indexOf('')
    if (missing !== -1) return void form.current?.querySelectorAll('select')[missing]?.focus()
    const body = { answers: answers.map(Number), ...(note.trim() !== '' && { note }) }
    const scored = await run(() => sendReview(call, reviewId, body))
    if (scored === null) return
    setNote('')
    keep('')
    onScored(scored)
  }
  return (
    <form ref={form} className={styles.part} noValidate onSubmit={(event) => void submit(event)}>
      <h2>{QUALITY.questions}</h2>
      <div className={styles.questions}>
        {QUALITY_QUESTIONS.map((question, at) => (
          <Select
            key={question}
            label={question}
            options={QUALITY.answers}
            value={answers[at] ?? ''}
            error={isAsked && answers[at] === '' ? QUALITY.unanswered : undefined}
            onChange={({ target }) =>
              keep(answers.map((one, index) => (index === at ? target.value : one)).join())
            }
          />
        ))}
      </div>
      <TextArea
        label={QUALITY.note}
        rows={2}
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {problem !== null && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <div>
        <Button type="submit" isPending={isPending}>
          {QUALITY.save}
        </Button>
      </div>
    </form>
  )
}

function Done({ scored: { agents, number, score, ticket_id } }: { scored: Scored }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.part}>
      <h2 ref={heading} tabIndex={-1}>
        {QUALITY.done}: {QUALITY.points(score)}
      </h2>
      <p>{QUALITY.who(agents.join(', '))}</p>
      <p>
        <Link href={`/tickets/${ticket_id}`}>{QUALITY.ticket(number)}</Link>
      </p>
    </section>
  )
}

/** One anonymized closed ticket, with five questions about it. */
export function ReviewPage() {
  const { call } = useScope()
  const { reviewId = '' } = useParams()
  const query = useQuery(reviewQuery(call, reviewId))
  const [scored, setScored] = useState<Scored | null>(null)
  const title = query.data?.category ?? SERVICE.quality
  return (
    <ServicePage title={title} before={<BackLink href="/service/quality">{QUALITY.back}</BackLink>}>
      {isRefusal(query.error, 'not_found') ? (
        <p>{QUALITY.gone}</p>
      ) : (
        <QueryView query={query} failed={QUALITY.failed}>
          {(talk) => (
            <div className={styles.parts}>
              <Conversation talk={talk} />
              {scored === null ? (
                <Questions key={reviewId} reviewId={reviewId} onScored={setScored} />
              ) : (
                <Done scored={scored} />
              )}
            </div>
          )}
        </QueryView>
      )}
    </ServicePage>
  )
}
