import type { Db } from '@podmoga/sql/sql'

/** A reader of a restaurant's knowledge base. `member_id`: a member of its staff; null: the desk, which sees every audience. */
export interface Reader {
  restaurant_id: string
  member_id: string | null
}

/** SQL: audience `a` includes this reader; `r` is the restaurant. */
const hasReader = (db: Db, { restaurant_id, member_id }: Reader) => db`(
  (a.roles = '{}' or exists (select from memberships am
    where am.person_id = ${member_id} and am.restaurant_id = ${restaurant_id} and am.role = any(a.roles)))
  and ((a.restaurant_ids = '{}' and a.groups = '{}') or r.id = any(a.restaurant_ids) or r.groups && a.groups))`

/** SQL: material `m` is for this reader; `r` is the restaurant. Every query that returns materials to a reader must use it. */
export const isFor = (db: Db, reader: Reader) =>
  reader.member_id === null
    ? db`true`
    : db`not exists (select from material_audiences a
        where a.material_id = m.id and not ${hasReader(db, reader)})`

/**
 * SQL: whether some reader of material `from` cannot read material `m`: the audience of `from` has a role, or a current
 * restaurant, that the audience of `m` lacks.
 */
export const isNarrower = (db: Db, from: string | null) => db`exists (
  select from material_audiences a where a.material_id = m.id and (
    (a.roles <> '{}' and not coalesce(
      (select f.roles <> '{}' and f.roles <@ a.roles from material_audiences f where f.material_id = ${from}::bigint), false))
    or ((a.restaurant_ids <> '{}' or a.groups <> '{}') and (
      not exists (select from material_audiences f where f.material_id = ${from}::bigint
        and (f.restaurant_ids <> '{}' or f.groups <> '{}'))
      or exists (select from restaurants r join material_audiences f on f.material_id = ${from}::bigint
        where r.business_id = m.business_id and r.archived_at is null
          and (r.id = any(f.restaurant_ids) or r.groups && f.groups)
          and not (r.id = any(a.restaurant_ids) or r.groups && a.groups))))))`

/** Returns the revision of a base ("0" if nothing was ever written) and the materials hidden from this reader. */
export const findRevisionFor = async (
  db: Db,
  business_id: string,
  reader: Reader,
): Promise<{ revision: string; hidden: string[] }> => {
  const [row] = await db<{ revision: string; hidden: string[] }[]>`
    select coalesce((select revision from knowledge_state where business_id = ${business_id}), 0)::text as revision,
      array(
        select a.material_id::text from material_audiences a join restaurants r on r.id = ${reader.restaurant_id}
        where a.business_id = ${business_id} and not ${hasReader(db, reader)}) as hidden`
  if (row === undefined) throw new Error('a query without a row')
  return row
}

/** How many restaurants are named in the description of an audience. */
const NAMED = 2

export interface AudienceRow {
  roles: ('staff' | 'manager')[]
  groups: string[]
  /** The first of the restaurants, by name. */
  named: string[]
  restaurants: number
}

/** SQL: audience `a` as an {@link AudienceRow}. */
export const audienceRow = (db: Db) => db`json_build_object(
  'roles', a.roles, 'groups', a.groups, 'restaurants', cardinality(a.restaurant_ids),
  'named', array(select ar.name from restaurants ar where ar.id = any(a.restaurant_ids)
    order by ar.name, ar.id limit ${NAMED}))`

/** Returns, by material id, the audiences of those materials that are not for everybody. */
export const listAudiences = async (db: Db, ids: readonly string[]): Promise<Map<string, AudienceRow>> => {
  const rows = await db<{ id: string; audience: AudienceRow }[]>`
    select a.material_id as id, ${audienceRow(db)} as audience
    from material_audiences a where a.material_id = any(${[...ids]}::bigint[])`
  return new Map(rows.map(({ id, audience }) => [id, audience]))
}
