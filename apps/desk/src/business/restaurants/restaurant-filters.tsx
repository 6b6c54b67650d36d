import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { boundHint } from '@podmoga/ui/field/search-field'
import { TextField } from '@podmoga/ui/field/text-field'
import { Picker } from '@podmoga/ui/picker/picker'
import { Select } from '@podmoga/ui/select/select'
import type { RestaurantPage } from '../business.api.ts'
import styles from '../business.module.css'
import { RESTAURANTS } from '../business.texts.ts'
import { ANY, type useAddressFilter } from '../people/use-address-filter.ts'

/** What the list of restaurants is narrowed by; each stands in the address. */
export const RESTAURANT_FILTERS = ['search', 'city', 'chain', 'group', 'only'] as const
const ONLY = ['any', 'no_people', 'quiet', 'archived'] as const
const LISTS = { city: 'cities', chain: 'chains', group: 'groups' } as const
const WORDS = ['city', 'chain', 'group'] as const

interface RestaurantFiltersProps
  extends ReturnType<typeof useAddressFilter<(typeof RESTAURANT_FILTERS)[number]>> {
  /** What restaurants are called by here. */
  known: RestaurantPage | undefined
}

/** Narrows the list of restaurants; a choice of nothing is not offered. */
export function RestaurantFilters({ filter, set, known }: RestaurantFiltersProps) {
  return (
    <div className={styles.filters}>
      <TextField
        type="search"
        label={RESTAURANTS.search}
        placeholder={RESTAURANTS.search_hint}
        maxLength={SEARCH_MAX}
        hint={boundHint(filter.search, SEARCH_MAX)}
        value={filter.search}
        onChange={(event) => set('search', event.target.value)}
      />
      {WORDS.map((name) => {
        const words = known?.[LISTS[name]] ?? []
        if (words.length === 0 && filter[name] === '') return null
        const all = words.includes(filter[name]) || filter[name] === '' ? words : [filter[name], ...words]
        return (
          <Picker
            key={name}
            label={RESTAURANTS[name]}
            items={[
              { key: ANY, name: RESTAURANTS.any[name] },
              ...all.map((word) => ({ key: word, name: word })),
            ]}
            value={filter[name] || ANY}
            onChange={(word) => set(name, word)}
          />
        )
      })}
      <Select
        label={RESTAURANTS.only}
        options={ONLY.map((key) => ({ key, name: RESTAURANTS.onlys[key] }))}
        value={filter.only || ANY}
        onChange={(event) => set('only', event.target.value)}
      />
    </div>
  )
}
