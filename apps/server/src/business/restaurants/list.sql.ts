import { likeOf } from '@podmoga/sql/like'
import type { Db } from '@podmoga/sql/sql'
import type { RestaurantRow } from './restaurants.sql.ts'

/**
 * The sort key of a name: lower case, numbers padded to one length. Must equal the expression of the index
 * restaurants_list.
 */
const sortName = (db: Db) => db`regexp_replace(regexp_replace(translate(lower(name),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяўқғҳе'),
    '(\\d+)', '00000000\\1', 'g'), '\\d*(\\d{8})', '\\1', 'g')`

/** The text that a search matches: name, city, chain and groups, in lower case. */
const searchText = (db: Db) => db`translate(
    lower(concat_ws(' ', r.name, r.city, r.chain, array_to_string(r.groups, ' '))),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяўқғҳе')`

/** The filters of the list. */
export interface RestaurantFilter {
  business_id: string
  /** Those of a manager; null: all. */
  restaurant_ids: readonly string[] | null
  words: readonly string[]
  city: string | null
  chain: string | null
  group: string | null
  is_archived: boolean
  /** Only restaurants without staff. */
  no_people: boolean
  /** Only restaurants without ticket activity since then. */
  quiet_since: Date | null
}

const narrowed = (db: Db, asked: RestaurantFilter) => db`
  r.business_id = ${asked.business_id} and (r.archived_at is not null) = ${asked.is_archived}
  ${asked.restaurant_ids === null ? db`` : db`and r.id = any(${[...asked.restaurant_ids]}::bigint[])`}
  ${asked.words.reduce(
    (before, word) => db`${before} and ${searchText(db)} like ${likeOf(word.replaceAll('ё', 'е'))}`,
    db``,
  )}
  ${asked.city === null ? db`` : db`and r.city = ${asked.city}`}
  ${asked.chain === null ? db`` : db`and r.chain = ${asked.chain}`}
  ${asked.group === null ? db`` : db`and ${asked.group} = any(r.groups)`}
  ${
    asked.no_people
      ? db`and not exists (select from memberships m where m.restaurant_id = r.id and m.state <> 'disabled')`
      : db``
  }
  ${
    asked.quiet_since === null
      ? db``
      : db`and not exists (select from tickets t where t.restaurant_id = r.id
          and t.status in ('awaiting_response', 'processed') and t.last_message_at > ${asked.quiet_since})`
  }`

export type ListedRow = RestaurantRow & { sort_name: string; last_ticket_at: Date | null }

/** One page of restaurants by name, after a cursor, read along an index. */
export const listPageOfRestaurants = (
  db: Db,
  asked: RestaurantFilter & { after: { sort_name: string; id: string } | null; limit: number },
): Promise<ListedRow[]> => db<ListedRow[]>`
  select r.*,
    (select count(*)::int from memberships m where m.restaurant_id = r.id and m.state <> 'disabled') as people,
    (select max(t.last_message_at) from tickets t
      where t.restaurant_id = r.id and t.status in ('awaiting_response', 'processed')) as last_ticket_at
  from (
    select r.id, r.name, r.timezone, r.hours, r.archived_at, r.city, r.chain, r.groups, ${sortName(db)} as sort_name
    from restaurants r
    where ${narrowed(db, asked)}
      ${
        asked.after === null
          ? db``
          : db`and (${sortName(db)} collate "C", r.id) > (${asked.after.sort_name}, ${asked.after.id})`
      }
    order by ${sortName(db)} collate "C", r.id limit ${asked.limit}) r
  order by r.sort_name collate "C", r.id`

export const countRestaurants = async (db: Db, asked: RestaurantFilter): Promise<number> => {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from restaurants r where ${narrowed(db, asked)}`
  return row?.count ?? 0
}

/** All cities, chains and groups of a business's open restaurants. */
export const listRestaurantWords = async (
  db: Db,
  business_id: string,
): Promise<{ cities: string[]; chains: string[]; groups: string[] }> => {
  const [row] = await db<{ cities: string[] | null; chains: string[] | null; groups: string[] | null }[]>`
    select array_agg(distinct r.city) filter (where r.city is not null) as cities,
      array_agg(distinct r.chain) filter (where r.chain is not null) as chains,
      (select array_agg(distinct one) from restaurants g, unnest(g.groups) as one
        where g.business_id = ${business_id} and g.archived_at is null) as groups
    from restaurants r where r.business_id = ${business_id} and r.archived_at is null`
  return { cities: row?.cities ?? [], chains: row?.chains ?? [], groups: row?.groups ?? [] }
}

/** The restaurants currently in a group. */
export const listGroupMembers = async (db: Db, business_id: string, group: string): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from restaurants where business_id = ${business_id} and ${group} = any(groups) order by id`
  return rows.map(({ id }) => id)
}

/** Adds and removes groups of many restaurants; returns the ids of those changed. */
export const changeGroups = async (
  db: Db,
  { business_id, ids, add, remove }: { business_id: string; ids: string[]; add: string[]; remove: string[] },
): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    with wanted as (
      select r.id, array(select distinct one from unnest(r.groups || ${add}::text[]) as one
        where one <> all(${remove}::text[]) order by one) as groups
      from restaurants r where r.business_id = ${business_id} and r.id = any(${ids}::bigint[]))
    update restaurants r set groups = w.groups from wanted w
    where r.id = w.id and r.groups is distinct from w.groups returning r.id`
  return rows.map(({ id }) => id)
}
