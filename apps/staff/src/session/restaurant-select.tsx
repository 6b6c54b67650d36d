import { PickerButton } from '@podmoga/ui/picker/picker-button'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import { usePlace } from '../lib/place.tsx'
import { restaurantsQuery } from './session.api.ts'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'

/** The current restaurant; opens the list of the person's restaurants. */
export function RestaurantSelect({ onSelect }: { onSelect: (id: string) => void }) {
  const place = usePlace()
  const { data: restaurants, isPending } = useQuery(restaurantsQuery(place))
  if (isPending)
    return (
      <span className={styles.loading}>
        <Skeleton width={160} />
      </span>
    )
  const current = restaurants?.find((restaurant) => restaurant.id === place.restaurantId)
  const name = current?.name ?? SESSION.all_restaurants_en
  return (
    <PickerButton
      variant="outline"
      className={styles.select}
      label={`${SESSION.restaurant}: ${name}`}
      title={name}
      trigger={
        <>
          <Store size={20} aria-hidden />
          <span className={styles.name} lang={current ? undefined : 'en'}>
            {name}
          </span>
        </>
      }
      listLabel={SESSION.restaurants}
      searchLabel={SESSION.find_restaurant}
      items={(restaurants ?? []).map(({ id, name }) => ({ key: id, name }))}
      selected={current?.id ?? null}
      onSelect={(id) => id !== place.restaurantId && onSelect(id)}
    />
  )
}
