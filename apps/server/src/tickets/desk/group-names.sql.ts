import type { ViewFilters } from '@podmoga/contract/desk/views'
import { swapName } from '../../db/swap-in-array.ts'
import type { RestaurantGroupNames } from '../../module.ts'

/** Groups of restaurants used as filters in saved views. A view of an empty group shows nothing; views never block a removal. */
export const groupNames: RestaurantGroupNames = {
  list: async (db, business_id) => {
    const rows = await db<{ group: string | string[]; name: string | null }[]>`
      select filters -> 'restaurant_group' as group, case when is_shared then name end as name from saved_views
      where business_id = ${business_id} and filters ? 'restaurant_group' order by name, id`
    return rows.flatMap(({ group, name }) =>
      [group].flat().map((one) => ({ group: one, what: 'view' as const, name, holds: false })),
    )
  },
  rename: async (tx, _deps, { business_id, from, to }) => {
    const rows = await tx<{ id: string; filters: ViewFilters }[]>`
      select id, filters from saved_views
      where business_id = ${business_id} and filters -> 'restaurant_group' @> ${tx.json(from)} order by id for update`
    for (const { id, filters } of rows) {
      const restaurant_group = swapName([filters.restaurant_group ?? []].flat(), from, to)
      await tx`
        update saved_views set version = version + 1, filters = ${tx.json({ ...filters, restaurant_group })}
        where id = ${id}`
    }
  },
}
