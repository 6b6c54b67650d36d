import { swappedIn } from '../db/swap-in-array.ts'
import type { RestaurantGroupNames } from '../module.ts'

/** Restaurant groups that incidents refer to. Only open incidents prevent the removal of a group. */
export const groupNames: RestaurantGroupNames = {
  list: async (db, business_id) => {
    const rows = await db<{ group: string; name: string }[]>`
      select one as group, title as name from incidents, unnest(restaurant_groups) as one
      where business_id = ${business_id} and until is null order by id`
    return rows.map((row) => ({ ...row, what: 'incident', holds: true }))
  },
  rename: async (tx, _deps, { business_id, from, to }) => {
    await tx`
      update incidents set restaurant_groups = ${swappedIn(tx, tx`restaurant_groups`, from, to)}
      where business_id = ${business_id} and ${from} = any(restaurant_groups)`
  },
}
