import { swappedIn } from '../../db/swap-in-array.ts'
import type { RestaurantGroupNames } from '../../module.ts'
import { lockVersion } from './groups.sql.ts'

/** Restaurant groups that agent groups refer to. */
export const groupNames: RestaurantGroupNames = {
  list: async (db, business_id) => {
    const agents = await db<{ group: string; name: string }[]>`
      select one as group, name from agent_groups, unnest(restaurant_groups) as one
      where business_id = ${business_id} order by place`
    return agents.map((row) => ({ ...row, what: 'agents' as const, holds: true }))
  },
  rename: async (tx, _deps, { business_id, from, to }) => {
    await lockVersion(tx, business_id)
    const { count } = await tx`
      update agent_groups set restaurant_groups = ${swappedIn(tx, tx`restaurant_groups`, from, to)}
      where business_id = ${business_id} and ${from} = any(restaurant_groups)`
    if (count > 0)
      await tx`update agent_group_sets set version = version + 1 where business_id = ${business_id}`
  },
}
