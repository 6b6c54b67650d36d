import { swappedIn } from '../db/swap-in-array.ts'
import type { RestaurantGroupNames } from '../module.ts'
import { noteChange } from './knowledge.write.sql.ts'

/** Restaurant groups that the audiences of materials refer to. */
export const groupNames: RestaurantGroupNames = {
  list: async (db, business_id) => {
    const rows = await db<{ group: string; name: string }[]>`
      select one as group, m.title as name
      from material_audiences a join materials m on m.id = a.material_id, unnest(a.groups) as one
      where a.business_id = ${business_id} order by m.title, m.id`
    return rows.map((row) => ({ ...row, what: 'material', holds: true }))
  },
  rename: async (tx, _deps, { business_id, from, to }) => {
    const isNamed = tx`business_id = ${business_id} and ${from} = any(groups)`
    const [named] = await tx`select from material_audiences where ${isNamed} limit 1`
    if (named === undefined) return
    await noteChange(tx, business_id)
    await tx`update material_audiences set groups = ${swappedIn(tx, tx`groups`, from, to)} where ${isNamed}`
  },
}
