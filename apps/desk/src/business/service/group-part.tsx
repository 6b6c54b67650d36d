import type { Group, getGroups } from '@podmoga/contract/desk/groups'
import type { Answer } from '@podmoga/contract/endpoint'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Select } from '@podmoga/ui/select/select'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { MANY } from '../../lib/many-choice.texts.ts'
import { type LiveGroups, ManyChoice, type ManyItem } from '../../lib/many-choice.tsx'
import styles from '../business.module.css'
import { GROUPS } from './groups.texts.ts'
import type { PartProps } from './levels-draft.ts'

export type KeptGroups = Answer<typeof getGroups>
/** A group while it is edited: its limit as typed, and a mark of the page's own. */
export type GroupDraft = Omit<Group, 'most'> & { mark: string; most: string }

interface ChoicesProps {
  title: string
  all?: string
  options: readonly ManyItem[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
  live?: LiveGroups
}

/** Some of a list; none of them stands for `all`. */
function Choices({ title, all, options, chosen, error, onChange, live }: ChoicesProps) {
  const picked = MANY.picked(chosen.length, live?.groups.length ?? 0)
  return (
    <details>
      <summary>
        {title}: {picked === '' ? (all ?? 0) : picked}
      </summary>
      <ManyChoice find={title} items={options} chosen={chosen} onChange={onChange} live={live} />
      {error !== undefined && <FieldError>{error}</FieldError>}
    </details>
  )
}

const CATEGORIES = APPEAL_TYPES.map(({ key, name }) => ({ id: key, name }))

interface GroupPartProps extends PartProps<GroupDraft> {
  kept: KeptGroups
  onMove: (by: number) => void
}

/** A group: who is in it, what falls to it, and to whom of them. */
export function GroupPart({ part, at, of, errorOf, onChange, onRemove, onMove, kept }: GroupPartProps) {
  const { name, way, most } = part
  return (
    <fieldset className={styles.choices}>
      <legend>{name}</legend>
      <div className={styles.filters}>
        <TextField
          label={GROUPS.name}
          autoComplete="off"
          value={name}
          maxLength={200}
          error={errorOf(`groups ${at} name`)}
          onChange={({ target: { value } }) => onChange({ name: value })}
        />
        <Select
          label={GROUPS.way}
          options={[
            { key: 'turn', name: GROUPS.ways.turn },
            { key: 'load', name: GROUPS.ways.load },
          ]}
          value={way}
          onChange={({ target: { value } }) => onChange({ way: value === 'turn' ? 'turn' : 'load' })}
        />
        <TextField
          label={GROUPS.most}
          hint={GROUPS.most_hint}
          inputMode="numeric"
          autoComplete="off"
          value={most}
          error={errorOf(`groups ${at} most`)}
          onChange={({ target: { value } }) => onChange({ most: value })}
        />
      </div>
      <Choices
        title={GROUPS.members}
        options={kept.agents.map(({ id, name: agent, state }) => ({
          id,
          name: `${agent}, ${GROUPS.state[state]}`,
        }))}
        chosen={part.member_ids}
        error={errorOf(`groups ${at} member_ids`)}
        onChange={(member_ids) => onChange({ member_ids })}
      />
      <Choices
        title={GROUPS.restaurants}
        all={GROUPS.all_restaurants}
        options={kept.restaurants}
        chosen={part.restaurant_ids}
        error={errorOf(`groups ${at} restaurant_ids`)}
        onChange={(restaurant_ids) => onChange({ restaurant_ids })}
        live={{
          groups: part.restaurant_groups ?? [],
          onChange: (restaurant_groups) => onChange({ restaurant_groups }),
        }}
      />
      <Choices
        title={GROUPS.categories}
        all={GROUPS.all_categories}
        options={CATEGORIES}
        chosen={part.categories}
        error={errorOf(`groups ${at} categories`)}
        onChange={(categories) => onChange({ categories })}
      />
      <div className={styles.actions}>
        <IconButton label={GROUPS.up(name)} disabled={at === 0} onClick={() => onMove(-1)}>
          <ArrowUp size={20} aria-hidden />
        </IconButton>
        <IconButton label={GROUPS.down(name)} disabled={at === of - 1} onClick={() => onMove(1)}>
          <ArrowDown size={20} aria-hidden />
        </IconButton>
        <IconButton label={GROUPS.remove(name)} onClick={onRemove}>
          <Trash2 size={20} aria-hidden />
        </IconButton>
      </div>
    </fieldset>
  )
}
