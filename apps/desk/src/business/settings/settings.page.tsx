import { type AdminSettings, setAdminSettings as setCall } from '@podmoga/contract/desk/settings'
import { SETTING_GROUPS, type SettingGroup } from '@podmoga/contract/settings.texts'
import { SETTINGS as TABLE } from '@podmoga/contract/settings-table'
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
import { SaveFoot } from '../save-foot.tsx'
import { LogoPart } from './logo-part.tsx'
import { RetentionPart } from './retention-part.tsx'
import { SettingField } from './setting-field.tsx'
import { SETTINGS } from './settings.texts.ts'
import { draftOf, settingsIn, valuesIn } from './settings-draft.ts'

const VALUES = setCall.body.shape.values
const GROUPS = Object.keys(SETTING_GROUPS) as SettingGroup[]
/** Kinds whose fields stand side by side. */
const SHORT: readonly string[] = ['line', 'number', 'bytes']

function GroupForm({ group, settings }: { group: SettingGroup; settings: AdminSettings }) {
  const { call } = useScope()
  const client = useQueryClient()
  const names = settingsIn(group)
  const { form, values, set, restart, errorOf, bind, submit, say } = useForm(VALUES, draftOf(settings), {
    toBody: (draft) => valuesIn(group, draft),
  })
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT], onFields: say })
  const save = async (values: z.output<typeof VALUES>) => {
    const saved = await run(() => setAdminSettings(call, { revision: settings.revision, values }))
    if (saved === null) return
    client.setQueryData(adminSettingsQuery(call).queryKey, saved)
    restart(draftOf(saved))
    toast.success({ title: BUSINESS.saved })
  }
  const fieldsOf = (isShort: boolean) =>
    names
      .filter((name) => SHORT.includes(TABLE[name].kind) === isShort)
      .map((name) => <SettingField key={name} {...{ name, settings, values, set, bind, errorOf }} />)
  return (
    <section aria-labelledby={`settings-${group}`}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, save)}>
        <h2 id={`settings-${group}`}>{SETTING_GROUPS[group]}</h2>
        {names.some((name) => 'narrows' in TABLE[name]) && <p className="t-muted">{SETTINGS.limits_hint}</p>}
        <div className={styles.settings}>{fieldsOf(true)}</div>
        {fieldsOf(false)}
        <SaveFoot problem={problem} isPending={isPending} label={SETTINGS.save(SETTING_GROUPS[group])} />
      </form>
    </section>
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
            {GROUPS.map((group) => (
              <GroupForm key={group} group={group} settings={settings} />
            ))}
            <RetentionPart />
          </div>
        )}
      </QueryView>
    </AdminPage>
  )
}
