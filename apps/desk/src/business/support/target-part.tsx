import { Priority } from '@podmoga/contract/desk/tickets'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import { TextField } from '@podmoga/ui/field/text-field'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Select } from '@podmoga/ui/select/select'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Choices } from '../../lib/choices.tsx'
import styles from '../business.module.css'
import { PEOPLE } from '../business.texts.ts'
import { LEVELS } from './levels.texts.ts'
import type { Kept, PartProps, TargetDraft } from './levels-draft.ts'

const ANY = 'any'
const PRIORITIES = [
  { key: ANY, name: LEVELS.any_priority },
  ...Priority.options.map((key) => ({ key, name: LEVELS.priority_name[key] })),
]
const CATEGORIES = [{ key: ANY, name: LEVELS.any_category }, ...APPEAL_TYPES]

/** Fields of a target: the tickets it applies to, and the minutes. */
export function TargetPart({
  part,
  at,
  of,
  errorOf,
  errorIn,
  onChange,
  onRemove,
  restaurants,
  onMove,
}: PartProps<TargetDraft> & { restaurants: Kept['restaurants']; onMove: (by: number) => void }) {
  const { name, priority, category, restaurant_ids, restaurant_groups = [] } = part
  const minutes = (kind: 'first' | 'next' | 'solution') => (
    <TextField
      label={LEVELS[kind]}
      hint={LEVELS.minutes_hint}
      inputMode="numeric"
      autoComplete="off"
      value={part[`${kind}_minutes`]}
      error={errorOf(`targets ${at} ${kind}_minutes`)}
      onChange={({ target: { value } }) => onChange({ [`${kind}_minutes`]: value })}
    />
  )
  return (
    <fieldset className={styles.choices}>
      <legend>{name}</legend>
      <div className={styles.filters}>
        <TextField
          label={LEVELS.name}
          autoComplete="off"
          value={name}
          maxLength={80}
          error={errorOf(`targets ${at} name`)}
          onChange={({ target: { value } }) => onChange({ name: value })}
        />
        <Select
          label={LEVELS.priority}
          options={PRIORITIES}
          value={priority ?? ANY}
          onChange={({ target: { value } }) =>
            onChange({ priority: Priority.options.find((one) => one === value) ?? null })
          }
        />
        <Select
          label={LEVELS.category}
          options={CATEGORIES}
          value={category ?? ANY}
          onChange={({ target: { value } }) => onChange({ category: value === ANY ? null : value })}
        />
      </div>
      <div className={styles.filters}>
        {minutes('first')}
        {minutes('next')}
        {minutes('solution')}
      </div>
      <Choices
        title={LEVELS.restaurants}
        find={PEOPLE.find_restaurant}
        none={LEVELS.any_restaurant}
        options={restaurants}
        chosen={restaurant_ids}
        error={errorIn(`targets ${at} restaurant_ids`) ?? errorIn(`targets ${at} restaurant_groups`)}
        onChange={(ids) => onChange({ restaurant_ids: ids })}
        live={{
          groups: restaurant_groups,
          onChange: (groups) => onChange({ restaurant_groups: groups }),
        }}
      />
      <div className={styles.actions}>
        <IconButton label={LEVELS.up(name)} disabled={at === 0} onClick={() => onMove(-1)}>
          <ArrowUp size={20} aria-hidden />
        </IconButton>
        <IconButton label={LEVELS.down(name)} disabled={at === of - 1} onClick={() => onMove(1)}>
          <ArrowDown size={20} aria-hidden />
        </IconButton>
        <IconButton label={LEVELS.remove(name)} onClick={onRemove}>
          <Trash2 size={20} aria-hidden />
        </IconButton>
      </div>
    </fieldset>
  )
}
