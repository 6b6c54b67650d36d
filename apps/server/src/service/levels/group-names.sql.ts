import { swapName } from '../../db/swap-in-array.ts'
import type { RestaurantGroupNames } from '../../module.ts'
import { listVersionRows } from './levels.sql.ts'
import { keepVersions } from './versions.ts'

/** Restaurant groups that service-level targets refer to. */
export const groupNames: RestaurantGroupNames = {
  list: async (db, business_id) => {
    const targets = (await listVersionRows(db, business_id)).at(-1)?.targets ?? []
    return targets.flatMap(({ name, restaurant_groups = [] }) =>
      restaurant_groups.map((group) => ({ group, what: 'target' as const, name, holds: true })),
    )
  },
  rename: async (tx, deps, { business_id, from, to }) => {
    const last = (await listVersionRows(tx, business_id)).at(-1)
    if (
      last === undefined ||
      !last.targets.some(({ restaurant_groups }) => restaurant_groups?.includes(from))
    )
      return
    // Past versions keep the old name; a new version, valid from now on, gets the new one.
    const targets = last.targets.map(({ restaurant_groups, ...target }) =>
      restaurant_groups === undefined
        ? target
        : { ...target, restaurant_groups: swapName(restaurant_groups, from, to) },
    )
    await keepVersions(tx, deps, business_id, { targets, shifts: last.shifts })
  },
}
