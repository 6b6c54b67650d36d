import type { getGroups } from '@podmoga/contract/desk/groups'
import type { Answer } from '@podmoga/contract/endpoint'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import { TextField } from '@podmoga/ui/field/text-field'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Select } from '@podmoga/ui/select/select'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { z } from 'zod'
import { Choices } from '../../lib/choices.tsx'
import styles from '../business.module.css'
import { GROUPS } from './groups.texts.ts'
import type { PartProps } from './levels-draft.ts'

export type KeptGroups = Answer<typeof getGroups>
/** A group being edited: the limit as typed text; `mark` identifies it in the form. */
const GroupDraft = z.object({
  ...{ mark: z.string(), id: z.string().nullable(), name: z.string(), way: z.enum(['turn', 'load']) },
  ...{ restaurant_ids: z.array(z.string()), restaurant_groups: z.array(z.string()).optional() },
  ...{ categories: z.array(z.string()), member_ids: z.array(z.string()), most: z.string() },
})
export type GroupDraft = z.infer<typeof GroupDraft>
export const GroupsDraft = z.object({ groups: z.array(GroupDraft) })
export type GroupsDraft = z.infer<typeof GroupsDraft>

const CATEGORIES = APPEAL_TYPES.map(({ key, name }) => ({ id: key, name }))

interface GroupPartProps extends PartProps<GroupDraft> {
  kept: KeptGroups
  onMove: (by: number) => void
}

/** Fields of a group: members, assigned tickets, and the distribution among members. */
export function GroupPart({
  part,
  at,
  of,
  errorOf,
  errorIn,
  onChange,
  onRemove,
  onMove,
  kept,
}: GroupPartProps) {
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
        none="0"
        options={kept.agents.map(({ id, name: agent, state }) => ({
          id,
          name: `${agent}, ${GROUPS.state[state]}`,
        }))}
        chosen={part.member_ids}
        error={errorIn(`groups ${at} member_ids`)}
        onChange={(member_ids) => onChange({ member_ids })}
      />
      <Choices
        title={GROUPS.restaurants}
        none={GROUPS.all_restaurants}
        options={kept.restaurants}
        chosen={part.restaurant_ids}
        error={errorIn(`groups ${at} restaurant_ids`) ?? errorIn(`groups ${at} restaurant_groups`)}
        onChange={(restaurant_ids) => onChange({ restaurant_ids })}
        live={{
          groups: part.restaurant_groups ?? [],
          onChange: (restaurant_groups) => onChange({ restaurant_groups }),
        }}
      />
      <Choices
        title={GROUPS.categories}
        none={GROUPS.all_categories}
        options={CATEGORIES}
        chosen={part.categories}
        error={errorIn(`groups ${at} categories`)}
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
