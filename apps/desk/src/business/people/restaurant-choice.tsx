import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import { ManyChoice } from '../../lib/many-choice.tsx'
import { PEOPLE } from '../business.texts.ts'

interface RestaurantChoiceProps {
  /** Restaurants that are not archived. */
  restaurants: readonly AdminRestaurant[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Multiple choice of restaurants, searchable by name, city, chain and group. */
export function RestaurantChoice({ restaurants, chosen, onChange }: RestaurantChoiceProps) {
  const items = restaurants.map(({ id, name, city, chain, groups }) => ({
    ...{ id, name, groups },
    also: [city, chain].filter(Boolean).join(' '),
  }))
  return <ManyChoice find={PEOPLE.find_restaurant} items={items} chosen={chosen} onChange={onChange} />
}
