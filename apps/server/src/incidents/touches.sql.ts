import type { Db, Fragment } from '@podmoga/sql/sql'

/** Whether an incident `i` is in a restaurant: everywhere, there by name, or in a group that the restaurant is in now. */
export const TOUCHES = (db: Db, restaurant_id: Fragment | string) => db`
  (i.everywhere
    or exists (select from incident_restaurants x where x.incident_id = i.id and x.restaurant_id = ${restaurant_id})
    or exists (select from restaurants g where g.id = ${restaurant_id} and g.groups && i.restaurant_groups))`
