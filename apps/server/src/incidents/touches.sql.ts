import type { Db, Fragment } from '@podmoga/sql/sql'

/** SQL: whether an incident `i` affects a restaurant: everywhere, by its id, or by one of its current groups. */
export const TOUCHES = (db: Db, restaurant_id: Fragment | string) => db`
  (i.everywhere
    or exists (select from incident_restaurants x where x.incident_id = i.id and x.restaurant_id = ${restaurant_id})
    or exists (select from restaurants g where g.id = ${restaurant_id} and g.groups && i.restaurant_groups))`
