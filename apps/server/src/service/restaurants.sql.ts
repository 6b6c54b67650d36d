import type { Db } from '@podmoga/sql/sql'

/** Restaurants of a business by name, archived ones included: what targets, groups and rules may name. */
export const listRestaurantRows = (
  db: Db,
  business_id: string,
): Promise<{ id: string; name: string; groups: string[] }[]> => db`
  select id, name, groups from restaurants where business_id = ${business_id} order by name, id`
