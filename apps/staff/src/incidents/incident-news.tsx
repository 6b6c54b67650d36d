import { type Incident, ME_TOO } from '@podmoga/contract/incidents'
import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { FieldError } from '@podmoga/ui/field/field'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useScope } from '../lib/scope.tsx'
import { IncidentWordsPart, useWords } from './incident-words.tsx'
import { incidentsQuery, sayWorks, tapHere } from './incidents.api.ts'
import styles from './incidents.module.css'
import { INCIDENTS } from './incidents.texts.ts'

/** Runs an action and tracks whether it is running or has failed. */
function useDoing() {
  const [isBusy, setBusy] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const perform = (work: Promise<void>) => {
    setBusy(true)
    setFailed(false)
    void work.catch(() => setFailed(true)).finally(() => setBusy(false))
  }
  return { isBusy, isFailed, perform }
}

/** Moves the focus to the text that replaces a pressed button. */
function Done({ isHere, children }: { isHere: boolean; children: string }) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isHere) element.current?.focus()
  }, [isHere])
  return (
    <b ref={element} tabIndex={-1}>
      {children}
    </b>
  )
}

function Works({ incident: { id, works } }: { incident: Incident }) {
  const scope = useScope()
  const cache = useQueryClient()
  const { isBusy, isFailed, perform } = useDoing()
  const [isHere, setHere] = useState(false)
  if (typeof works === 'boolean') return <Done isHere={isHere}>{INCIDENTS.thanks[works ? 'yes' : 'no']}</Done>
  const say = (says: boolean) => {
    setHere(true)
    perform(sayWorks(cache, scope, { incidentId: id, works: says }))
  }
  return (
    <div className={styles.line}>
      <b>{INCIDENTS.works}</b>
      <Button size="s" isPending={isBusy} onClick={() => say(true)}>
        {INCIDENTS.yes}
      </Button>
      <Button size="s" variant="secondary" isPending={isBusy} onClick={() => say(false)}>
        {INCIDENTS.no}
      </Button>
      {isFailed && <FieldError>{INCIDENTS.failed}</FieldError>}
    </div>
  )
}

function MeToo({ incident: { id, is_mine, said } }: { incident: Incident }) {
  const scope = useScope()
  const cache = useQueryClient()
  const { isBusy, isFailed, perform } = useDoing()
  const [isHere, setHere] = useState(false)
  const hasWords = useWords(id).length > 0 || (said ?? null) !== null
  const tap = (is_here: boolean) => {
    setHere(is_here)
    perform(tapHere(cache, scope, id, is_here))
  }
  return (
    <>
      {is_mine ? (
        <Done isHere={isHere}>{INCIDENTS.marked}</Done>
      ) : (
        <Button size="s" isPending={isBusy} onClick={() => tap(true)}>
          {ME_TOO}
        </Button>
      )}
      {is_mine && !hasWords && (
        <Button size="s" variant="ghost" isPending={isBusy} onClick={() => tap(false)}>
          {INCIDENTS.take_back}
        </Button>
      )}
      {isFailed && <FieldError>{INCIDENTS.failed}</FieldError>}
    </>
  )
}

function Banner({ incident, isBrief }: { incident: Incident; isBrief: boolean }) {
  const titleId = useId()
  const { title, text, since, until, is_mine, said, count, updates } = incident
  const [newest] = updates
  const isOver = until !== null
  const when = isOver
    ? INCIDENTS.until(formatStamp(since), formatStamp(until))
    : INCIDENTS.since(formatStamp(since))
  return (
    <Card as="section" aria-labelledby={titleId} className={isOver ? styles.banner : styles.now}>
      <div role="status" className={styles.banner}>
        <h2 id={titleId} className={`t-h3 ${styles.title}`}>
          <TriangleAlert size={20} aria-hidden /> {title}
        </h2>
        <p className="t-small t-muted">
          {[isOver ? INCIDENTS.over : INCIDENTS.goes_on, when, count > 0 && INCIDENTS.counted(count)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {(newest === undefined || !isBrief) && <p className={styles.words}>{text}</p>}
        {newest !== undefined && isBrief && <p className={styles.words}>{newest.text}</p>}
        {!isOver && (
          <div className={styles.line}>
            <MeToo incident={incident} />
          </div>
        )}
        {said && !isBrief && <p className={styles.words}>{INCIDENTS.received(said)}</p>}
      </div>
      {updates.length > 0 && !isBrief && (
        <ul className={styles.updates} aria-label={INCIDENTS.updates}>
          {updates.map((update) => (
            <li key={update.at}>
              <span className="t-small t-muted">{formatStamp(update.at)}</span> {update.text}
            </li>
          ))}
        </ul>
      )}
      {isOver && is_mine && <Works incident={incident} />}
      {is_mine && !isBrief && <IncidentWordsPart incident={incident} />}
    </Card>
  )
}

/** On the home page: incidents with all details. */
export function IncidentNews() {
  const incidents = useQuery(incidentsQuery(useScope())).data ?? []
  if (incidents.length === 0) return null
  return (
    <div className={`${styles.list} ${styles.home}`}>
      {incidents.map((incident) => (
        <Banner key={incident.id} incident={incident} isBrief={false} />
      ))}
    </div>
  )
}

/** Above the search results and the new-ticket form: current incidents in short. */
export function IncidentTrouble() {
  const incidents = useQuery(incidentsQuery(useScope())).data?.filter(({ until }) => until === null) ?? []
  if (incidents.length === 0) return null
  return (
    <div className={styles.list}>
      {incidents.map((incident) => (
        <Banner key={incident.id} incident={incident} isBrief />
      ))}
    </div>
  )
}
