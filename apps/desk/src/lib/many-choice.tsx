import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { TextField } from '@podmoga/ui/field/text-field'
import { searchItems } from '@podmoga/ui/lib/fold'
import { Select } from '@podmoga/ui/select/select'
import { useDeferredValue, useMemo, useState } from 'react'
import { countGroups } from './count-groups.ts'
import styles from './many-choice.module.css'
import { MANY } from './many-choice.texts.ts'

export interface ManyItem {
  id: string
  name: string
  /** More text that the search matches. */
  also?: string
  /** Groups the item is in; a whole group can be ticked at once. */
  groups?: readonly string[]
}

export const toggled = <T,>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item]

/** At most this many items are rendered; the rest is found by search. */
const DRAWN = 60
const SEARCHED = 8
const NO_GROUP = 'none'

const textOf = ({ name, also = '', groups = [] }: ManyItem): string => [name, also, ...groups].join(' ')

/** Groups that are chosen themselves, including their future members. */
export interface LiveGroups {
  groups: readonly string[]
  onChange: (groups: string[]) => void
}

interface ManyChoiceProps {
  /** Label of the search field. */
  find: string
  items: readonly ManyItem[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** If omitted, choosing a group ticks its current members. */
  live?: LiveGroups | undefined
}

/** Checkboxes of groups. A chosen group that has become empty is shown too, so that it can be unticked. */
function GroupTicks({
  counts,
  groups,
  onChange,
}: LiveGroups & { counts: readonly (readonly [string, number])[] }) {
  const gone = groups.filter((group) => !counts.some(([name]) => name === group))
  const all = [...counts, ...gone.map((group) => [group, 0] as const)]
  if (all.length === 0) return null
  return (
    <fieldset className={styles.groups}>
      <legend>{MANY.groups}</legend>
      <div className={styles.scroll}>
        {all.map(([name, count]) => (
          <Checkbox
            key={name}
            checked={groups.includes(name)}
            onChange={() => onChange(toggled(groups, name))}
          >
            {MANY.in_group(name, count)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

/**
 * Checkboxes for lists of up to thousands of items: ticked items come first, the rest is found by search; all found items
 * or a whole group can be ticked at once.
 */
export function ManyChoice({ find, items, chosen, onChange, live }: ManyChoiceProps) {
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query)
  // Items ticked when the list was opened come first; the order does not change while the user ticks.
  const [first] = useState(() => new Set(chosen))
  const ticked = useMemo(() => new Set(chosen), [chosen])
  const found = useMemo(() => {
    const all = searchItems(items, wanted, textOf)
    return wanted.trim() === ''
      ? [...all.filter(({ id }) => first.has(id)), ...all.filter(({ id }) => !first.has(id))]
      : all
  }, [items, wanted, first])
  const groups = useMemo(() => countGroups(items), [items])
  const drawn = found.slice(0, DRAWN)
  const known = useMemo(() => new Set(items.map(({ id }) => id)), [items])
  const left = chosen.filter((id) => known.has(id))
  const tick = (more: readonly ManyItem[]) => onChange([...new Set([...chosen, ...more.map(({ id }) => id)])])
  return (
    <div className={styles.many}>
      {items.length > SEARCHED && (
        <TextField
          type="search"
          label={find}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            // Enter in the search must not submit the form.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      {live !== undefined && <GroupTicks counts={groups} {...live} />}
      {live === undefined && groups.length > 0 && (
        <Select
          label={MANY.group}
          options={[
            { key: NO_GROUP, name: MANY.no_group },
            ...groups.map(([name, count]) => ({ key: `=${name}`, name: `${name} (${count})` })),
          ]}
          value={NO_GROUP}
          onChange={({ target }) =>
            tick(items.filter((item) => item.groups?.includes(target.value.slice(1)) === true))
          }
        />
      )}
      {items.length > 0 && left.length < chosen.length && (
        <Checkbox checked onChange={() => onChange(left)}>
          {MANY.gone(chosen.length - left.length)}
        </Checkbox>
      )}
      <div className={styles.scroll}>
        {drawn.map(({ id, name }) => (
          <Checkbox key={id} checked={ticked.has(id)} onChange={() => onChange(toggled(chosen, id))}>
            {name}
          </Checkbox>
        ))}
      </div>
      {drawn.length < found.length && (
        <p className="t-small t-muted">{MANY.found(drawn.length, found.length)}</p>
      )}
      {items.length > SEARCHED && (
        <div className={styles.actions}>
          {wanted.trim() !== '' && found.length > 1 && (
            <Button size="s" variant="secondary" onClick={() => tick(found)}>
              {MANY.tick_found}
            </Button>
          )}
          {chosen.length > 0 && (
            <Button size="s" variant="secondary" onClick={() => onChange([])}>
              {MANY.untick(chosen.length)}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
