import type { AdminSettings } from '@podmoga/contract/desk/settings'
import { SETTING_GROUPS, SETTING_TEXTS, type SettingGroup } from '@podmoga/contract/settings.texts'
import { type SettingName, SETTINGS as TABLE } from '@podmoga/contract/settings-table'
import { useQuery } from '@tanstack/react-query'
import { UnsavedPart } from '../../lib/list-form/unsaved-part.tsx'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { adminSettingsQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'
import { SaveFoot } from '../save-foot.tsx'
import { LogoPart } from './logo-part.tsx'
import { RetentionPart } from './retention-part.tsx'
import { SettingField } from './setting-field.tsx'
import { SETTINGS } from './settings.texts.ts'
import { draftOf } from './settings-draft.ts'
import { useGroupForm } from './use-group-form.ts'

const GROUPS = Object.keys(SETTING_GROUPS) as SettingGroup[]
/** Kinds whose fields are laid out side by side. */
const SHORT: readonly string[] = ['line', 'number', 'bytes']

/** Label of a field changed by both admins, with the other's value. */
const clashOf = (name: SettingName, settings: AdminSettings): string => {
  const there = draftOf(settings)[name]
  const { label } = SETTING_TEXTS[name]
  return typeof there === 'string' && there !== '' ? `${label}: ${there}` : label
}

function GroupForm({ group, settings }: { group: SettingGroup; settings: AdminSettings }) {
  const { form, values, set, errorIn, bind, submit, names, save, reset, ...state } = useGroupForm(
    group,
    settings,
  )
  const { isPending, problem, clashes, isChanged } = state
  const fieldsOf = (isShort: boolean) =>
    names
      .filter((name) => SHORT.includes(TABLE[name].kind) === isShort)
      .map((name) => <SettingField key={name} {...{ name, settings, values, set, bind, errorIn }} />)
  return (
    <section aria-labelledby={`settings-${group}`}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, save)}>
        <h2 id={`settings-${group}`}>{SETTING_GROUPS[group]}</h2>
        {names.some((name) => 'narrows' in TABLE[name]) && <p className="t-muted">{SETTINGS.limits_hint}</p>}
        <div className={styles.settings}>{fieldsOf(true)}</div>
        {fieldsOf(false)}
        <SaveFoot
          problem={
            clashes.length > 0 ? SETTINGS.clash(clashes.map((name) => clashOf(name, settings))) : problem
          }
          isPending={isPending}
          label={SETTINGS.save(SETTING_GROUPS[group])}
        >
          <UnsavedPart {...{ isChanged, isPending, reset }} label={SETTINGS.reset(SETTING_GROUPS[group])} />
        </SaveFoot>
      </form>
    </section>
  )
}

/** Settings of a business: name, logo, support contacts and hours, limits. */
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
