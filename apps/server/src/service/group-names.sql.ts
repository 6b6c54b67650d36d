import { swapName, swappedIn } from '../db/swap-in-array.ts'
import type { RestaurantGroupNames } from '../module.ts'
import { lockVersion } from './groups/groups.sql.ts'
import { listVersionRows } from './levels/levels.sql.ts'
import { keepVersions } from './levels/versions.ts'

/** Restaurant groups that agent groups and service-level targets refer to. */
export const groupNames: RestaurantGroupNames = {
  list: async (db, business_id) => {
    const agents = await db<{ group: string; name: string }[]>`
      select one as group, name from agent_groups, unnest(restaurant_groups) as one
      where business_id = ${business_id} order by place`
    const targets = (await listVersionRows(db, business_id)).at(-1)?.targets ?? []
    return [
      ...agents.map((row) => ({ ...row, what: 'agents' as const, holds: true })),
      ...targets.flatMap(({ name, restaurant_groups = [] }) =>
        restaurant_groups.map((group) => ({ group, what: 'target' as const, name, holds: true })),
      ),
    ]
  },
  rename: async (tx, deps, { business_id, from, to }) => {
    await lockVersion(tx, business_id)
    const { count } = await tx`
      update agent_groups set restaurant_groups = ${swappedIn(tx, tx`restaurant_groups`, from, to)}
      where business_id = ${business_id} and ${from} = any(restaurant_groups)`
    if (count > 0)
      await tx`update agent_group_sets set version = version + 1 where business_id = ${business_id}`
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
