import type { AdminSettings } from '@podmoga/contract/desk/settings'
import { SETTING_TEXTS } from '@podmoga/contract/settings.texts'
import { type SettingName, type SettingOf, SETTINGS as TABLE } from '@podmoga/contract/settings-table'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import type { BoundText } from '@podmoga/web/use-form'
import { WeekFields } from '../restaurants/week-fields.tsx'
import { DaysCalendar } from './days-calendar.tsx'
import { SETTINGS } from './settings.texts.ts'
import { type Draft, draftOf } from './settings-draft.ts'

interface SettingFieldProps {
  name: SettingName
  settings: AdminSettings
  values: Draft
  set: (part: Partial<Draft>) => void
  bind: (name: SettingOf<'line' | 'number' | 'bytes'>) => BoundText
  errorIn: (path: string) => string | undefined
}

const isOf = <Kind extends Parameters<typeof kindOf>[1]>(
  name: SettingName,
  ...kinds: Kind[]
): name is SettingOf<Kind> => kinds.some((kind) => kindOf(name, kind))
const kindOf = (name: SettingName, kind: (typeof TABLE)[SettingName]['kind']): boolean =>
  TABLE[name].kind === kind

/** The field of a setting, according to its kind. */
export function SettingField({ name, settings, values, set, bind, errorIn }: SettingFieldProps) {
  const { label, hint } = SETTING_TEXTS[name]
  const { defaults } = settings
  if (isOf(name, 'week'))
    return (
      <WeekFields
        legend={label}
        hint={hint ?? ''}
        hours={values[name]}
        errorOf={(day) => errorIn(`${name} ${day}`)}
        onChange={(hours) => set({ [name]: hours })}
      />
    )
  if (isOf(name, 'days'))
    return (
      <DaysCalendar
        legend={label}
        hint={hint ?? ''}
        days={values[name]}
        error={errorIn(name)}
        onChange={(days) => set({ [name]: days })}
      />
    )
  if (isOf(name, 'flag'))
    return (
      <div>
        <Checkbox
          checked={values[name]}
          disabled={defaults[name]}
          onChange={(event) => set({ [name]: event.target.checked })}
        >
          {label}
        </Checkbox>
        <p className="t-small t-muted">{hint}</p>
        {errorIn(name) !== undefined && <FieldError>{errorIn(name)}</FieldError>}
      </div>
    )
  const installed = draftOf({ values: defaults, own: [name] })[name]
  const isNumber = isOf(name, 'number', 'bytes')
  return (
    <TextField
      label={label}
      {...bind(name)}
      hint={[hint, SETTINGS.by_default(installed)].filter(Boolean).join(' ')}
      autoComplete="off"
      {...(isNumber && { inputMode: 'decimal' })}
    />
  )
}
