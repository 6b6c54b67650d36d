import { PickerButton } from '@podmoga/ui/picker/picker-button'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { whenPointed } from '@podmoga/web/pointed'
import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import { useScope } from '../lib/scope.tsx'
import { restaurantsQuery } from './session.api.ts'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'
import { useUnreadMemberships } from './use-unread-memberships.ts'

/** The current restaurant; opens the list of the user's restaurants. */
export function RestaurantSelect({ onSelect }: { onSelect: (id: string) => void }) {
  const scope = useScope()
  const { data: restaurants, isPending } = useQuery(restaurantsQuery(scope))
  const { unread, look } = useUnreadMemberships((restaurants?.length ?? 0) > 1)
  if (isPending)
    return (
      <span className={styles.loading}>
        <Skeleton width={160} />
      </span>
    )
  const current = restaurants?.find((restaurant) => restaurant.id === scope.restaurantId)
  const name = current?.name ?? SESSION.all_restaurants_en
  const detailOf = (id: string) => {
    const count = id === scope.restaurantId ? 0 : (unread.get(id) ?? 0)
    return count === 0 ? {} : { detail: SESSION.unread(count) }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only prefetches before the button inside is pressed
    <span className={styles.picker} {...whenPointed(look)} onFocus={look}>
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
        items={(restaurants ?? []).map(({ id, name }) => ({ key: id, name, ...detailOf(id) }))}
        selected={current?.id ?? null}
        onSelect={(id) => id !== scope.restaurantId && onSelect(id)}
      />
    </span>
  )
}
