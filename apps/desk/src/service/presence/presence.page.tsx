import {
  getOwnPresence,
  type PresenceState,
  setOwnPresence,
  setOwnSchedule,
} from '@podmoga/contract/desk/groups'
import type { Answer } from '@podmoga/contract/endpoint'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { formatFull } from '@podmoga/ui/lib/dates'
import { RadioTiles } from '@podmoga/ui/radio-tiles/radio-tiles'
import { toast } from '@podmoga/ui/toast/toast'
import { QueryView } from '@podmoga/web/query-view'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { useTitle } from '../../lib/use-title.ts'
import styles from './presence.module.css'
import { PRESENCE } from './presence.texts.ts'

const POLL_MS = 10_000
const presenceQuery = (call: ReturnType<typeof useScope>['call']) =>
  queryOptions({
    queryKey: ['desk', 'own presence'],
    queryFn: ({ signal }) => call(getOwnPresence, {}, { signal }),
    // The schedule, or signing out elsewhere, may change it.
    refetchInterval: POLL_MS,
  })
type Presence = Answer<typeof getOwnPresence>

const NO_WEEK = Array<string>(7).fill('')

/** Form of the schedule that switches the state automatically. */
function ScheduleForm({ kept, onSaved }: { kept: Presence['schedule']; onSaved: (now: Presence) => void }) {
  const { call } = useScope()
  const { form, values, set, errorOf, submit, say } = useForm(
    setOwnSchedule.body,
    { zone: kept?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, week: kept?.week ?? NO_WEEK },
    { toBody: (schedule) => ({ schedule }) },
  )
  const { run, isPending, problem } = useSubmit({ onFields: say })
  const send = async (schedule: { zone: string; week: string[] } | null) => {
    const saved = await run(() => call(setOwnSchedule, { body: { schedule } }))
    if (saved === null) return
    if (schedule === null) set({ week: NO_WEEK })
    onSaved(saved)
    toast.success({ title: PRESENCE.saved })
  }
  const wrong = errorOf('schedule zone') ?? errorOf('schedule week') ?? problem
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => submit(event, ({ schedule }) => send(schedule))}
    >
      <h2>{PRESENCE.schedule}</h2>
      <p className="t-muted">{PRESENCE.schedule_hint(values.zone)}</p>
      <div className={styles.days}>
        {PRESENCE.days.map((day, at) => (
          <TextField
            key={day}
            label={day}
            value={values.week[at] ?? ''}
            placeholder="09:00-18:00"
            autoComplete="off"
            error={errorOf(`schedule week ${at}`)}
            onChange={({ target: { value } }) =>
              set({ week: values.week.map((one, index) => (index === at ? value : one)) })
            }
          />
        ))}
      </div>
      <div role="alert">{wrong != null && <FieldError>{wrong}</FieldError>}</div>
      <div className={styles.ways}>
        <Button type="submit" isPending={isPending}>
          {PRESENCE.save}
        </Button>
        {kept !== null && (
          <Button variant="ghost" onClick={() => void send(null)}>
            {PRESENCE.drop}
          </Button>
        )}
      </div>
    </form>
  )
}

/** An agent's presence, set by hand and by schedule. */
export function PresencePage() {
  const { call } = useScope()
  const client = useQueryClient()
  const query = useQuery(presenceQuery(call))
  const { run, isPending, problem } = useSubmit({ failed: PRESENCE.failed })
  useTitle(PRESENCE.title)
  const keep = (now: Presence) => client.setQueryData(presenceQuery(call).queryKey, now)
  const be = async (state: PresenceState) => {
    const saved = await run(() => call(setOwnPresence, { body: { state } }))
    if (saved !== null) keep(saved)
  }
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{PRESENCE.title}</h1>
      <p className="t-muted">{PRESENCE.hint}</p>
      <QueryView query={query} failed={PRESENCE.failed}>
        {({ state, since, schedule }) => (
          <>
            <RadioTiles
              label={PRESENCE.now}
              options={PRESENCE.states}
              value={state}
              isDisabled={isPending}
              onChange={(next) => void be(next)}
            />
            {since !== null && <p className="t-muted">{PRESENCE.since(formatFull(since))}</p>}
            <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
            <ScheduleForm kept={schedule} onSaved={keep} />
          </>
        )}
      </QueryView>
    </div>
  )
}
