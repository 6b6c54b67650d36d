import type { Db } from '@podmoga/sql/sql'
import type { OwnRestaurants } from '../../ports/domains/own-restaurants.ts'

export interface RestaurantRow {
  id: string
  name: string
  timezone: string
  hours: string[] | null
  archived_at: Date | null
  city: string | null
  chain: string | null
  groups: string[]
  people: number
}

// Sorted here because a self-hosted PostgreSQL may lack Russian collations.
const byName = new Intl.Collator('ru', { numeric: true })

/** Restaurants of a business by name (null `ids`: all), archived ones last. */
export const listRestaurantRows = async (
  db: Db,
  { business_id, ids }: { business_id: string; ids: readonly string[] | null },
): Promise<RestaurantRow[]> => {
  const rows = await db<RestaurantRow[]>`
    select r.id, r.name, r.timezone, r.hours, r.archived_at, r.city, r.chain, r.groups,
      (select count(*)::int from memberships m join people p on p.id = m.person_id
       where m.restaurant_id = r.id and p.disabled_at is null) as people
    from restaurants r
    where r.business_id = ${business_id} ${ids === null ? db`` : db`and r.id = any(${[...ids]}::bigint[])`}`
  return rows.sort(
    (a, b) =>
      Number(a.archived_at !== null) - Number(b.archived_at !== null) || byName.compare(a.name, b.name),
  )
}

/** Of these ids, those of open restaurants of the business. */
export const ownRestaurants: OwnRestaurants = async (db, { business_id, ids }) => {
  const rows = await db<{ id: string }[]>`
    select id from restaurants
    where business_id = ${business_id} and archived_at is null and id = any(${[...ids]}::bigint[])`
  return rows.map(({ id }) => id)
}

/** Serializes changes of a business's restaurants, so that two archivals cannot remove the last one. */
export const lockRestaurants = async (db: Db, business_id: string): Promise<void> => {
  await db`select pg_advisory_xact_lock(hashtextextended(${`restaurants of ${business_id}`}, 0))`
}

export interface RestaurantFacts {
  name: string
  timezone: string
  hours: string[] | null
  city?: string | null | undefined
  chain?: string | null | undefined
  groups?: string[] | undefined
}

/** The facts under their journal field names, which one map shares for all kinds of things. */
export const journalFacts = ({ name, timezone, hours, city, chain, groups }: RestaurantFacts) => ({
  name,
  timezone,
  hours,
  ...(city !== undefined && { city }),
  ...(chain !== undefined && { restaurant_chain: chain }),
  ...(groups !== undefined && { restaurant_groups: groups }),
})

export const insertRestaurant = async (
  db: Db,
  facts: RestaurantFacts & { business_id: string },
): Promise<string> => {
  const [row] = await db<{ id: string }[]>`
    insert into restaurants (business_id, name, timezone, hours, city, chain, groups)
    values (${facts.business_id}, ${facts.name}, ${facts.timezone}, ${facts.hours}, ${facts.city ?? null},
      ${facts.chain ?? null}, ${facts.groups ?? []}) returning id`
  if (row === undefined) throw new Error('nothing was inserted')
  return row.id
}

export const updateRestaurant = async (db: Db, facts: RestaurantFacts & { id: string }): Promise<void> => {
  const { city, chain, groups } = facts
  await db`update restaurants set name = ${facts.name}, timezone = ${facts.timezone}, hours = ${facts.hours}
    ${city === undefined ? db`` : db`, city = ${city}`} ${chain === undefined ? db`` : db`, chain = ${chain}`}
    ${groups === undefined ? db`` : db`, groups = ${groups}`} where id = ${facts.id}`
}

export const setArchived = async (db: Db, { id, at }: { id: string; at: Date | null }): Promise<void> => {
  await db`update restaurants set archived_at = ${at} where id = ${id}`
}

/** The staff of a restaurant, whose cached access facts become stale. */
export const listMembers = async (db: Db, restaurant_id: string): Promise<string[]> => {
  const rows = await db<{ person_id: string }[]>`
    select person_id from memberships where restaurant_id = ${restaurant_id}`
  return rows.map(({ person_id }) => person_id)
}
