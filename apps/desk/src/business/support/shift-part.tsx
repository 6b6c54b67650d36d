import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Select } from '@podmoga/ui/select/select'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import { timezonesQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { WeekFields } from '../restaurants/week-fields.tsx'
import { LEVELS } from './levels.texts.ts'
import type { Kept, PartProps, ShiftDraft } from './levels-draft.ts'

/** Support hours in one time zone. */
export function ShiftPart({
  part,
  at,
  of,
  errorOf,
  onChange,
  onRemove,
  hours,
}: PartProps<ShiftDraft> & { hours: Kept['usual_week'] }) {
  const { call } = useScope()
  const { data } = useQuery(timezonesQuery(call))
  const known = (data?.timezones ?? []).map(({ id, name }) => ({ key: id, name }))
  const options = known.some(({ key }) => key === part.zone)
    ? known
    : [{ key: part.zone, name: part.zone }, ...known]
  return (
    <fieldset className={styles.choices}>
      <legend>{LEVELS.shift(at + 1)}</legend>
      <Select
        label={LEVELS.zone}
        options={options}
        value={part.zone}
        error={errorOf(`shifts ${at} zone`) ?? (part.is_zone_known ? undefined : LEVELS.lost_zone)}
        onChange={({ target: { value } }) => onChange({ zone: value, is_zone_known: true })}
      />
      <Checkbox
        checked={part.as_settings}
        onChange={({ target: { checked } }) => onChange({ as_settings: checked })}
      >
        {LEVELS.as_settings}
      </Checkbox>
      {part.as_settings && hours === null && <p className="t-muted">{LEVELS.always}</p>}
      {!part.as_settings && (
        <WeekFields
          legend={LEVELS.shift(at + 1)}
          hint=""
          hours={part.week}
          errorOf={(day) => errorOf(`shifts ${at} week ${day}`) ?? errorOf(`shifts ${at} week`)}
          onChange={(week) => onChange({ week })}
        />
      )}
      {of > 1 && (
        <div className={styles.actions}>
          <IconButton label={LEVELS.remove_shift(at + 1)} onClick={onRemove}>
            <Trash2 size={20} aria-hidden />
          </IconButton>
        </div>
      )}
    </fieldset>
  )
}
