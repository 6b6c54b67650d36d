import { type AdminSettings, setAdminSettings as setCall } from '@podmoga/contract/desk/settings'
import { SETTING_TEXTS } from '@podmoga/contract/settings.texts'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { TextField } from '@podmoga/ui/field/text-field'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { adminSettingsQuery, BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { setAdminSettings } from '../business.mutations.ts'
import { BUSINESS } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'
import { WeekFields } from '../restaurants/week-fields.tsx'
import { SaveFoot } from '../save-foot.tsx'
import { LogoPart } from './logo-part.tsx'
import { RetentionPart } from './retention-part.tsx'
import { SETTINGS } from './settings.texts.ts'
import { draftOf, settingsOf, valuesOf } from './settings-draft.ts'

const VALUES = setCall.body.shape.values

function SettingsForm({ settings }: { settings: AdminSettings }) {
  const { call } = useScope()
  const client = useQueryClient()
  const { form, values, set, restart, errorOf, bind, submit, say } = useForm(VALUES, draftOf(settings), {
    toBody: valuesOf,
  })
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT], onFields: say })
  const save = async (values: z.output<typeof VALUES>) => {
    const saved = await run(() => setAdminSettings(call, { revision: settings.revision, values }))
    if (saved === null) return
    client.setQueryData(adminSettingsQuery(call).queryKey, saved)
    restart(draftOf(saved))
    toast.success({ title: BUSINESS.saved })
  }
  const { defaults } = settings
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, save)}>
      {settingsOf('line').map((name) => (
        <TextField
          key={name}
          label={SETTING_TEXTS[name].label}
          {...bind(name)}
          hint={SETTINGS.by_default(defaults[name])}
          autoComplete="off"
        />
      ))}
      {settingsOf('week').map((name) => (
        <WeekFields
          key={name}
          legend={SETTING_TEXTS[name].label}
          hint={SETTING_TEXTS[name].hint ?? ''}
          hours={values[name]}
          errorOf={(day) => errorOf(`${name} ${day}`)}
          onChange={(hours) => set({ [name]: hours })}
        />
      ))}
      {settingsOf('days').map((name) => (
        <TextArea
          key={name}
          {...bind(name)}
          label={SETTING_TEXTS[name].label}
          hint={SETTING_TEXTS[name].hint}
          rows={2}
          maxRows={8}
        />
      ))}
      {settingsOf('flag').map((name) => (
        <div key={name}>
          <Checkbox
            checked={values[name]}
            disabled={defaults[name]}
            onChange={(event) => set({ [name]: event.target.checked })}
          >
            {SETTING_TEXTS[name].label}
          </Checkbox>
          <p className="t-small t-muted">{SETTING_TEXTS[name].hint}</p>
          {errorOf(name) !== undefined && <FieldError>{errorOf(name)}</FieldError>}
        </div>
      ))}
      <fieldset className={styles.choices}>
        <legend>{SETTINGS.limits}</legend>
        <p className="t-muted">{SETTINGS.limits_hint}</p>
        <div className={styles.filters}>
          {settingsOf('number', 'bytes').map((name) => (
            <TextField
              key={name}
              label={SETTING_TEXTS[name].label}
              hint={SETTINGS.by_default(draftOf({ ...settings, values: defaults, own: [name] })[name])}
              {...bind(name)}
              inputMode="decimal"
            />
          ))}
        </div>
      </fieldset>
      <SaveFoot problem={problem} isPending={isPending} />
    </form>
  )
}

/** What a business says of itself and allows: its name and picture, how support is reached and when, limits. */
export function SettingsPage() {
  const { call } = useScope()
  const query = useQuery(adminSettingsQuery(call))
  return (
    <AdminPage title={BUSINESS.settings}>
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
    </AdminPage>
  )
}
