import {
  type DeskIncidentPage,
  draftIncidentReport,
  endIncident,
  updateIncident,
} from '@podmoga/contract/desk/incidents'
import { Button, ButtonLink } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { FileChip } from '@podmoga/ui/file-row/file-chip'
import { copyText } from '@podmoga/ui/lib/copy-text'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { BackLink } from '@podmoga/ui/link/back-link'
import { toast } from '@podmoga/ui/toast/toast'
import { QueryView } from '@podmoga/web/query-view'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { useKeptFocus } from '../lib/keep-focus.ts'
import { useScope } from '../lib/scope.tsx'
import { useKeptWords } from '../lib/use-kept-words.ts'
import { useTitle } from '../lib/use-title.ts'
import { IncidentTickets } from './incident-tickets.tsx'
import { INCIDENTS_ROOT, incidentQuery } from './incidents.api.ts'
import styles from './incidents.module.css'
import { factsOf } from './incidents.page.tsx'
import { INCIDENTS } from './incidents.texts.ts'

interface WordsFormProps {
  /** Unique key under which unsent text is kept in this browser. */
  name: string
  label: string
  submit: string
  isLast?: boolean
  say: (text: string, key: string) => Promise<unknown>
}

function WordsForm({ name, label, submit, isLast, say }: WordsFormProps) {
  const [text, setText] = useKeptWords(name)
  const [error, setError] = useState<string>()
  const { run, isPending, problem } = useSubmit({
    refreshes: [INCIDENTS_ROOT],
    onFields: (fields) => setError(fields.text),
  })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    const work = async (key: string) => {
      const done = await say(text, key)
      // Clear before the refetch: for an ended incident, kept text would be shown as unsent.
      setText('')
      return done
    }
    if ((await run(work, { of: [text] })) === null) return
    toast.success({ title: INCIDENTS.told })
  }
  return (
    <form className={styles.stack} noValidate onSubmit={(event) => void send(event)}>
      <TextArea
        label={label}
        rows={2}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
      {problem !== null && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <div className={styles.line}>
        <Button type="submit" variant={isLast ? 'danger' : 'primary'} isPending={isPending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** Text left unsent when a colleague ended the incident, shown so that it is not lost. */
function Unsent({ name }: { name: string }) {
  const [text, setText] = useKeptWords(name)
  if (text.trim() === '') return null
  return (
    <div role="status" className={styles.stack}>
      <p className="t-small t-muted">{INCIDENTS.unsent}</p>
      <p className={styles.text}>{text}</p>
      <div className={styles.line}>
        <Button size="s" variant="secondary" onClick={() => void copyText(text, INCIDENTS.copied)}>
          {INCIDENTS.copy}
        </Button>
        <Button size="s" variant="ghost" onClick={() => setText('')}>
          {INCIDENTS.drop}
        </Button>
      </div>
    </div>
  )
}

function Report({ incident: { id, material } }: { incident: DeskIncidentPage }) {
  const { call, me } = useScope()
  const { run, isPending, problem } = useSubmit({ refreshes: [INCIDENTS_ROOT] })
  const make = async () => {
    const done = await run((key) =>
      call(draftIncidentReport, { params: { incidentId: id } }, { idempotency_key: key }),
    )
    if (done !== null) toast.success({ title: INCIDENTS.report_made })
  }
  if (material !== null)
    return me.roles.includes('editor') ? (
      <ButtonLink variant="secondary" href={`/kb/${material}`}>
        {INCIDENTS.report_open}
      </ButtonLink>
    ) : (
      <p>{INCIDENTS.report_made}</p>
    )
  return (
    <div className={styles.line}>
      <Button isPending={isPending} onClick={() => void make()}>
        {INCIDENTS.report}
      </Button>
      {problem !== null && <FieldError>{problem}</FieldError>}
    </div>
  )
}

function Updates({ incident }: { incident: DeskIncidentPage }) {
  const { call } = useScope()
  const { id, until, updates } = incident
  const params = { incidentId: id }
  const [update, end] = [`incident-${id}-update`, `incident-${id}-end`]
  return (
    <section aria-label={INCIDENTS.updates} className={styles.stack}>
      <h2 className="t-h3">{INCIDENTS.updates}</h2>
      {until !== null && [update, end].map((name) => <Unsent key={name} name={name} />)}
      {until === null && (
        <>
          <WordsForm
            name={update}
            label={INCIDENTS.update}
            submit={INCIDENTS.send_update}
            say={(text, key) => call(updateIncident, { params, body: { text } }, { idempotency_key: key })}
          />
          <WordsForm
            name={end}
            label={INCIDENTS.end_words}
            submit={INCIDENTS.end_do}
            isLast
            say={(text, key) => call(endIncident, { params, body: { text } }, { idempotency_key: key })}
          />
        </>
      )}
      <ul className={styles.stack}>
        {updates.map(({ kind, text, at, author }) => (
          <li key={`${at} ${kind}`} className={styles.words}>
            <p className="t-small t-muted">
              {INCIDENTS.kinds[kind]} · {formatStamp(at)} · {author}
            </p>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Said({ said }: Pick<DeskIncidentPage, 'said'>) {
  if (said.length === 0) return null
  return (
    <section aria-label={INCIDENTS.said} className={styles.stack}>
      <h2 className="t-h3">{INCIDENTS.said}</h2>
      <ul className={styles.stack}>
        {said.map(({ restaurant, text, at, files }) => (
          <li key={`${restaurant} ${at}`} className={styles.words}>
            <p className="t-small t-muted">
              {restaurant} · {formatStamp(at)}
            </p>
            <p className={styles.text}>{text}</p>
            <div className={styles.line}>
              {files.map((file) => (
                <FileChip
                  key={file.id}
                  href={file.file_url}
                  name={file.file_name}
                  size={file.size}
                  scan={file.scan}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One incident: updates, tickets, restaurants' comments, report. */
export function IncidentPage() {
  const { incidentId = '' } = useParams()
  const { call } = useScope()
  const query = useQuery(incidentQuery(call, incidentId))
  useTitle(query.data?.title ?? INCIDENTS.title)
  useKeptFocus()
  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <BackLink href="/incidents">{INCIDENTS.back}</BackLink>
        <QueryView query={query} failed={INCIDENTS.failed}>
          {(incident) => (
            <div className={styles.parts} key={incident.id}>
              <div className={styles.stack}>
                <h1 className={styles.line} tabIndex={-1}>
                  <span className={`t-h1 ${styles.name}`}>{incident.title}</span>
                  <Chip tone={incident.until === null ? 'warning' : 'neutral'}>
                    {incident.until === null ? INCIDENTS.goes_on : INCIDENTS.over}
                  </Chip>
                </h1>
                <p className="t-small t-muted">{factsOf(incident)}</p>
                <p className={styles.text}>{incident.text}</p>
                <p role="status">{INCIDENTS.count(incident.count, incident.count_restaurants)}</p>
                {incident.until !== null && (
                  <>
                    <p>{INCIDENTS.works(incident.works.yes, incident.works.no)}</p>
                    <Report incident={incident} />
                  </>
                )}
              </div>
              <Updates incident={incident} />
              <IncidentTickets incident={incident} />
              <Said said={incident.said} />
            </div>
          )}
        </QueryView>
      </div>
    </div>
  )
}
