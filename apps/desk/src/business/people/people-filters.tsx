import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import type { PersonState } from '@podmoga/contract/desk/people'
import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { boundHint } from '@podmoga/ui/field/search-field'
import { TextField } from '@podmoga/ui/field/text-field'
import { Picker } from '@podmoga/ui/picker/picker'
import { Select } from '@podmoga/ui/select/select'
import { countGroups } from '../../lib/count-groups.ts'
import styles from '../business.module.css'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { ANY, type useAddressFilter } from './use-address-filter.ts'

/** What the list of people is narrowed by; each stands in the address. */
export const FILTERS = ['search', 'restaurant', 'restaurant_group', 'role', 'state'] as const
const ROLES = ['staff', 'manager', 'agent', 'editor', 'admin'] as const
const STATES: readonly PersonState[] = ['active', 'invited', 'disabled']
const optionsOf = <K extends string>(any: string, keys: readonly K[], names: Record<K, string>) => [
  { key: ANY, name: any },
  ...keys.map((key) => ({ key, name: names[key] })),
]

interface PeopleFiltersProps extends ReturnType<typeof useAddressFilter<(typeof FILTERS)[number]>> {
  /** Those that are open. */
  restaurants: readonly AdminRestaurant[]
}

/** Narrows the list of people. */
export function PeopleFilters({ filter, set, restaurants }: PeopleFiltersProps) {
  const { restaurant_group: group } = filter
  const groups = countGroups(restaurants).map(([name]) => name)
  const known = group === '' || groups.includes(group) ? groups : [...groups, group]
  return (
    <div className={styles.filters}>
      <TextField
        type="search"
        label={PEOPLE.search}
        maxLength={SEARCH_MAX}
        hint={boundHint(filter.search, SEARCH_MAX)}
        value={filter.search}
        onChange={(event) => set('search', event.target.value)}
      />
      <Picker
        label={PEOPLE.restaurant}
        searchLabel={PEOPLE.find_restaurant}
        items={[
          { key: ANY, name: PEOPLE.any_restaurant },
          ...restaurants.map(({ id, name }) => ({ key: id, name })),
        ]}
        value={filter.restaurant || ANY}
        onChange={(id) => set('restaurant', id)}
      />
      {known.length > 0 && (
        <Select
          label={PEOPLE.group}
          options={[
            { key: ANY, name: PEOPLE.any_group },
            ...known.map((name) => ({ key: `=${name}`, name })),
          ]}
          value={group === '' ? ANY : `=${group}`}
          onChange={({ target }) => set('restaurant_group', target.value.replace(/^=/, ''))}
        />
      )}
      <Select
        label={PEOPLE.role}
        options={optionsOf(PEOPLE.any_role, ROLES, BUSINESS.role)}
        value={filter.role || ANY}
        onChange={(event) => set('role', event.target.value)}
      />
      <Select
        label={PEOPLE.state}
        options={optionsOf(PEOPLE.any_state, STATES, BUSINESS.state)}
        value={filter.state || ANY}
        onChange={(event) => set('state', event.target.value)}
      />
    </div>
  )
}
