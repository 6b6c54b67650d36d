import type { Db } from '@podmoga/sql/sql'

export interface ForWhom {
  roles: ('staff' | 'manager')[]
  restaurants: { id: string; name: string }[]
  groups: string[]
}

/** Returns the audience of a material; everything empty: everybody. */
export const findForWhom = async (db: Db, material_id: string): Promise<ForWhom> => {
  const [row] = await db<ForWhom[]>`
    select a.roles, a.groups, coalesce((
      select json_agg(json_build_object('id', r.id::text, 'name', r.name) order by r.name, r.id)
      from restaurants r where r.id = any(a.restaurant_ids)), '[]') as restaurants
    from material_audiences a where a.material_id = ${material_id}`
  return row ?? { roles: [], restaurants: [], groups: [] }
}

/** Lists the open restaurants of a business. */
export const listAudienceRestaurants = (db: Db, business_id: string) =>
  db<{ id: string; name: string; groups: string[] }[]>`
    select id, name, groups from restaurants
    where business_id = ${business_id} and archived_at is null order by name, id`

/** Counts those of the ids that are restaurants of the business. */
export const countOwn = async (db: Db, business_id: string, ids: readonly string[]): Promise<number> => {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from restaurants
    where business_id = ${business_id} and id = any(${[...ids]}::bigint[])`
  return row?.count ?? 0
}
