import type { ReactNode } from 'react'
import type { RestaurantPage } from '../business.api.ts'
import { RESTAURANTS } from '../business.texts.ts'
import type { useAddressFilter } from '../people/use-address-filter.ts'
import { Narrowing } from '../table/narrowing.tsx'

/** Filters of the list of restaurants, kept in the URL. */
export const RESTAURANT_FILTERS = ['search', 'city', 'chain', 'group', 'only'] as const
const ONLY = ['no_people', 'quiet', 'archived'] as const
const LISTS = { city: 'cities', chain: 'chains', group: 'groups' } as const
const WORDS = ['city', 'chain', 'group'] as const

interface RestaurantFiltersProps
  extends ReturnType<typeof useAddressFilter<(typeof RESTAURANT_FILTERS)[number]>> {
  /** Source of the known cities, chains and groups. */
  known: RestaurantPage | undefined
  children: ReactNode
}

/** Search and filters of the list of restaurants; filters without values are hidden. */
export function RestaurantFilters({ filter, set, known, children }: RestaurantFiltersProps) {
  const words = WORDS.map((name) => ({
    name,
    label: RESTAURANTS[name],
    any: RESTAURANTS.any[name],
    values: (known?.[LISTS[name]] ?? []).map((word) => ({ key: word, name: word })),
    isLong: true,
  })).filter(({ name, values }) => values.length > 0 || filter[name] !== '')
  return (
    <Narrowing
      filter={filter}
      set={set}
      search={RESTAURANTS.search}
      searchHint={RESTAURANTS.search_hint}
      by={[
        ...words,
        {
          name: 'only',
          label: RESTAURANTS.only,
          any: RESTAURANTS.onlys.any,
          values: ONLY.map((key) => ({ key, name: RESTAURANTS.onlys[key] })),
        },
      ]}
    >
      {children}
    </Narrowing>
  )
}
