import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { TextField } from '@podmoga/ui/field/text-field'
import { searchItems } from '@podmoga/ui/lib/fold'
import { useDeferredValue, useMemo, useState } from 'react'
import styles from '../business.module.css'
import { PEOPLE } from '../business.texts.ts'

export const toggled = <T,>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item]

/** All that a restaurant is found by: its city, chain and groups too. */
const textOf = ({ name, city, chain, groups }: AdminRestaurant): string =>
  [name, city, chain, ...groups].filter(Boolean).join(' ')

/** As many as are drawn at once; among more one searches. */
const DRAWN = 60
const SEARCHED = 8

interface RestaurantChoiceProps {
  /** Those that are open. */
  restaurants: readonly AdminRestaurant[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Restaurants to tick: those that are ticked first, the rest found by name, all that were found ticked at once. */
export function RestaurantChoice({ restaurants, chosen, onChange }: RestaurantChoiceProps) {
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query)
  // What was ticked when the list was opened stands first, and stays there while one ticks.
  const [first] = useState(() => new Set(chosen))
  const found = useMemo(() => {
    const all = searchItems(restaurants, wanted, textOf)
    return wanted.trim() === ''
      ? [...all.filter(({ id }) => first.has(id)), ...all.filter(({ id }) => !first.has(id))]
      : all
  }, [restaurants, wanted, first])
  const drawn = found.slice(0, DRAWN)
  const ids = found.map(({ id }) => id)
  return (
    <>
      {restaurants.length > SEARCHED && (
        <TextField
          type="search"
          label={PEOPLE.find_restaurant}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            // The form is not sent by a search.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      <div className={styles.scroll}>
        {drawn.map(({ id, name }) => (
          <Checkbox key={id} checked={chosen.includes(id)} onChange={() => onChange(toggled(chosen, id))}>
            {name}
          </Checkbox>
        ))}
      </div>
      {drawn.length < found.length && (
        <p className="t-small t-muted">{PEOPLE.found_restaurants(drawn.length, found.length)}</p>
      )}
      {restaurants.length > SEARCHED && (
        <div className={styles.actions}>
          {wanted.trim() !== '' && found.length > 1 && (
            <Button size="s" variant="secondary" onClick={() => onChange([...new Set([...chosen, ...ids])])}>
              {PEOPLE.tick_found}
            </Button>
          )}
          {chosen.length > 0 && (
            <Button size="s" variant="secondary" onClick={() => onChange([])}>
              {PEOPLE.untick_all(chosen.length)}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
