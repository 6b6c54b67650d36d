import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import type { PersonState } from '@podmoga/contract/desk/people'
import type { ReactNode } from 'react'
import { countGroups } from '../../lib/count-groups.ts'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import { Narrowing } from '../table/narrowing.tsx'
import type { useAddressFilter } from './use-address-filter.ts'

/** Filters of the list of people, kept in the URL. */
export const FILTERS = ['search', 'restaurant', 'restaurant_group', 'role', 'state'] as const
const ROLES = ['staff', 'manager', 'agent', 'editor', 'admin'] as const
const STATES: readonly PersonState[] = ['active', 'invited', 'disabled']
const namedBy = <K extends string>(keys: readonly K[], names: Record<K, string>) =>
  keys.map((key) => ({ key, name: names[key] }))

interface PeopleFiltersProps extends ReturnType<typeof useAddressFilter<(typeof FILTERS)[number]>> {
  /** Restaurants that are not archived. */
  restaurants: readonly AdminRestaurant[]
  children: ReactNode
}

/** Search and filters of the list of people. */
export function PeopleFilters({ filter, set, restaurants, children }: PeopleFiltersProps) {
  const groups = countGroups(restaurants).map(([name]) => ({ key: name, name }))
  const hasGroups = groups.length > 0 || filter.restaurant_group !== ''
  return (
    <Narrowing
      filter={filter}
      set={set}
      search={PEOPLE.search}
      by={[
        {
          name: 'restaurant',
          label: PEOPLE.restaurant,
          any: PEOPLE.any_restaurant,
          values: restaurants.map(({ id, name }) => ({ key: id, name })),
          isLong: true,
          find: PEOPLE.find_restaurant,
        },
        ...(hasGroups
          ? [
              {
                name: 'restaurant_group' as const,
                label: PEOPLE.group,
                any: PEOPLE.any_group,
                values: groups,
              },
            ]
          : []),
        { name: 'role', label: PEOPLE.role, any: PEOPLE.any_role, values: namedBy(ROLES, BUSINESS.role) },
        {
          name: 'state',
          label: PEOPLE.state,
          any: PEOPLE.any_state,
          values: namedBy(STATES, BUSINESS.state),
        },
      ]}
    >
      {children}
    </Narrowing>
  )
}
