import type { Db } from '@podmoga/sql/sql'

export interface GroupRow {
  id: string
  external_id: string | null
  display_name: string
  restaurant_id: string | null
  created_at: Date
}

/** Search criteria of a directory; empty: all groups. */
export interface GroupFilter {
  id?: string
  external_id?: string
  display_name?: string
}

const matching = (db: Db, { id, external_id, display_name }: GroupFilter) =>
  id !== undefined
    ? db`and g.id = ${id}::uuid`
    : external_id !== undefined
      ? db`and g.external_id = ${external_id}`
      : display_name !== undefined
        ? db`and lower(g.display_name) = lower(${display_name})`
        : db``

/** One page of a business's groups, oldest first, and their total number. */
export const listGroupRows = async (
  db: Db,
  asked: { business_id: string; filter: GroupFilter; offset: number; limit: number },
): Promise<{ rows: GroupRow[]; total: number }> => {
  const from = db`from scim_groups g where g.business_id = ${asked.business_id} ${matching(db, asked.filter)}`
  const rows = await db<GroupRow[]>`
    select g.id, g.external_id, g.display_name, g.restaurant_id, g.created_at
    ${from} order by g.created_at, g.id offset ${asked.offset} limit ${asked.limit}`
  const [count] = await db<{ total: number }[]>`select count(*)::int as total ${from}`
  return { rows, total: count?.total ?? 0 }
}

export interface MemberRow {
  group_id: string
  person_id: string
  name: string
}

/** Members of these groups, without people deleted by the directory. */
export const listMembers = (db: Db, group_ids: readonly string[]): Promise<MemberRow[]> => db<MemberRow[]>`
  select m.group_id, m.person_id, concat_ws(' ', p.first_name, p.last_name) as name
  from scim_group_members m join people p on p.id = m.person_id
  where m.group_id = any(${[...group_ids]}::uuid[])
    and not exists (select from scim_people s where s.person_id = m.person_id and s.deleted_at is not null)
  order by m.group_id, m.person_id`

/** Of these ids, those of the business's people. */
export const ownPeople = async (
  db: Db,
  { business_id, ids }: { business_id: string; ids: readonly string[] },
): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from people
    where id = any(${[...ids]}::bigint[]) and business_id = ${business_id} and erased_at is null`
  return rows.map(({ id }) => id)
}

/** The open restaurant with the same name as a group; null if there is none. */
export const restaurantCalled = async (
  db: Db,
  { business_id, name }: { business_id: string; name: string },
): Promise<string | null> => {
  const [row] = await db<{ id: string }[]>`
    select id from restaurants
    where business_id = ${business_id} and lower(name) = lower(${name}) and archived_at is null
    order by id limit 1`
  return row?.id ?? null
}

export const countGroups = async (db: Db, business_id: string): Promise<number> => {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from scim_groups where business_id = ${business_id}`
  return row?.count ?? 0
}

type GroupFacts = Pick<GroupRow, 'external_id' | 'display_name' | 'restaurant_id'>

/** Throws 23505 (unique violation) if another group of the business has the name or external id. */
export const insertGroup = async (
  db: Db,
  row: GroupFacts & { business_id: string; now: Date },
): Promise<string> => {
  const [made] = await db<{ id: string }[]>`
    insert into scim_groups (business_id, external_id, display_name, restaurant_id, created_at)
    values (${row.business_id}, ${row.external_id}, ${row.display_name}, ${row.restaurant_id}, ${row.now})
    returning id`
  if (made === undefined) throw new Error('nothing was inserted')
  return made.id
}

/** Throws 23505 like {@link insertGroup}. */
export const updateGroup = async (db: Db, row: GroupFacts & { id: string }): Promise<void> => {
  await db`
    update scim_groups set external_id = ${row.external_id}, display_name = ${row.display_name},
      restaurant_id = ${row.restaurant_id}
    where id = ${row.id}`
}

export const deleteGroup = async (db: Db, id: string): Promise<void> => {
  await db`delete from scim_groups where id = ${id}`
}

export const changeMembers = async (
  db: Db,
  { id, add, remove }: { id: string; add: readonly string[]; remove: readonly string[] },
): Promise<void> => {
  await db`
    delete from scim_group_members where group_id = ${id} and person_id = any(${[...remove]}::bigint[])`
  await db`
    insert into scim_group_members (group_id, person_id)
    select ${id}, person_id from unnest(${[...add]}::bigint[]) as person_id on conflict do nothing`
}

interface MembershipChange {
  restaurant_id: string
  person_ids: readonly string[]
  /** The person who created the directory's key. */
  by: string
}

/**
 * Whether a directory must not change the memberships of this `member` row: the key's creator must not raise their own
 * access, and operators are protected.
 */
const isLeftAlone = (db: Db, by: string) => db`
  (member.person_id = ${by} or exists (select from operators o where o.person_id = member.person_id))`

/** Adds plain staff memberships where missing; returns the ids of people changed. */
export const addMemberships = async (
  db: Db,
  { restaurant_id, person_ids, by }: MembershipChange,
): Promise<string[]> => {
  const rows = await db<{ person_id: string }[]>`
    insert into memberships (person_id, restaurant_id, role)
    select member.person_id, ${restaurant_id}, 'staff' from unnest(${[...person_ids]}::bigint[]) as member (person_id)
    where not ${isLeftAlone(db, by)}
    on conflict (person_id, restaurant_id) do nothing
    returning person_id`
  return rows.map(({ person_id }) => person_id)
}

/**
 * Removes plain staff memberships, unless another group still gives them; a manager's stays. Returns the ids of people
 * changed.
 */
export const removeMemberships = async (
  db: Db,
  { restaurant_id, person_ids, by }: MembershipChange,
): Promise<string[]> => {
  const rows = await db<{ person_id: string }[]>`
    delete from memberships member
    where not ${isLeftAlone(db, by)} and member.restaurant_id = ${restaurant_id} and member.role = 'staff'
      and member.person_id = any(${[...person_ids]}::bigint[])
      and not exists (
        select from scim_group_members g join scim_groups of on of.id = g.group_id
        where g.person_id = member.person_id and of.restaurant_id = member.restaurant_id)
    returning member.person_id`
  return rows.map(({ person_id }) => person_id)
}
