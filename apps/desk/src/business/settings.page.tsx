import { type AdminSettings, OwnSettings } from '@podmoga/contract/desk/settings'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { TextField } from '@podmoga/ui/field/text-field'
import { toast } from '@podmoga/ui/toast/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import { adminSettingsQuery } from './business.api.ts'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'
import { setAdminSettings } from './deeds.api.ts'
import { LogoPart } from './logo-part.tsx'
import { QueryView } from './query-view.tsx'
import { RetentionPart } from './retention-part.tsx'
import { Room } from './room.tsx'
import { SETTINGS } from './settings.texts.ts'
import { type Draft, draftOf, LINES, NUMBERS, valuesOf } from './settings-draft.ts'
import { useDeed } from './use-deed.ts'
import { WeekFields } from './week-fields.tsx'

const CHECKED = OwnSettings.partial()

/** Under which field each problem stands: hours and holidays are lists. */
const fieldsOf = (values: object): Record<string, string> => {
  const told = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const parsed = CHECKED.safeParse(told)
  if (parsed.success) return {}
  return Object.fromEntries(
    parsed.error.issues.map(({ path: [name, at], message }) => [
      name === 'working_hours' ? `hours ${String(at)}` : String(name),
      message,
    ]),
  )
}

function SettingsForm({ settings }: { settings: AdminSettings }) {
  const { call } = usePlace()
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>(() => draftOf(settings))
  const { run, isPending, fields, setFields, problem } = useDeed({ isInForm: true })
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const values = valuesOf(draft)
    const faults = fieldsOf(values)
    if (Object.keys(faults).length > 0) return setFields(faults)
    const saved = await run(() => setAdminSettings(call, { revision: settings.revision, values }))
    if (saved === null) return
    client.setQueryData(adminSettingsQuery(call).queryKey, saved)
    setDraft(draftOf(saved))
    toast.success({ title: BUSINESS.saved })
  }
  const { defaults } = settings
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      {LINES.map((name) => (
        <TextField
          key={name}
          label={SETTINGS.line[name]}
          hint={SETTINGS.by_default(defaults[name])}
          value={draft[name]}
          error={fields[name]}
          autoComplete="off"
          onChange={(event) => change({ [name]: event.target.value })}
        />
      ))}
      <WeekFields
        legend={SETTINGS.hours}
        hint={SETTINGS.hours_hint}
        hours={draft.hours}
        errorOf={(day) => fields[`hours ${day}`]}
        onChange={(hours) => change({ hours })}
      />
      <TextArea
        label={SETTINGS.holidays}
        hint={SETTINGS.holidays_hint}
        rows={2}
        maxRows={8}
        value={draft.holidays}
        error={fields.holidays}
        onChange={(event) => change({ holidays: event.target.value })}
      />
      <div>
        <Checkbox
          checked={draft.two_steps}
          disabled={defaults.two_steps}
          onChange={(event) => change({ two_steps: event.target.checked })}
        >
          {SETTINGS.two_steps}
        </Checkbox>
        <p className="t-small t-muted">{SETTINGS.two_steps_hint}</p>
      </div>
      <fieldset className={styles.choices}>
        <legend>{SETTINGS.limits}</legend>
        <p className="t-muted">{SETTINGS.limits_hint}</p>
        <div className={styles.filters}>
          {NUMBERS.map((name) => (
            <TextField
              key={name}
              label={SETTINGS.number[name]}
              hint={SETTINGS.by_default(draftOf({ ...settings, values: defaults, own: [name] })[name])}
              inputMode="decimal"
              value={draft[name]}
              error={fields[name]}
              onChange={(event) => change({ [name]: event.target.value })}
            />
          ))}
        </div>
      </fieldset>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <div className={styles.deeds}>
        <Button type="submit" isPending={isPending}>
          {BUSINESS.save}
        </Button>
      </div>
    </form>
  )
}

/** What a business says of itself and allows: its name and picture, how support is reached and when, limits. */
export function SettingsPage() {
  const { call } = usePlace()
  const query = useQuery(adminSettingsQuery(call))
  return (
    <Room title={BUSINESS.settings}>
      <p className="t-muted">{SETTINGS.hint}</p>
      <QueryView query={query}>
        {(settings) => (
          <div className={styles.stack}>
            <LogoPart logoUrl={settings.logo_url} />
            <SettingsForm settings={settings} />
            <RetentionPart />
          </div>
        )}
      </QueryView>
    </Room>
  )
}
