import type { Db } from '@podmoga/sql/sql'
import { swappedIn } from '../../db/swap-in-array.ts'

/** The groups of a business's restaurants, archived ones included, each with its number of restaurants. */
export const countInGroups = (db: Db, business_id: string): Promise<{ name: string; count: number }[]> => db`
  select one as name, count(*)::int as count from restaurants, unnest(groups) as one
  where business_id = ${business_id} group by 1`

/** Renames a group in restaurants (`to` null: removes it). Returns the ids of those changed. */
export const swapGroup = async (
  db: Db,
  { business_id, from, to }: { business_id: string; from: string; to: string | null },
): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    update restaurants
    set groups = ${to === null ? db`array_remove(groups, ${from})` : swappedIn(db, db`groups`, from, to)}
    where business_id = ${business_id} and ${from} = any(groups) returning id`
  return rows.map(({ id }) => id)
}
