import type { AdminPerson } from '@podmoga/contract/desk/people'
import type { Db } from '@podmoga/sql/sql'
import type { PeopleManager } from '../../http/principals.ts'
import { isKeyOpen } from '../keys/api-keys.sql.ts'

/** The people in scope: all of a business, or those of some of its restaurants. */
export interface PeopleScope {
  business_id: string
  restaurant_ids: readonly string[] | null
}

export interface PersonRow {
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  sort_name: string
  joined_at: Date | null
  disabled_at: Date | null
  created_at: Date
  seen_at: Date | null
  restaurants: AdminPerson['restaurants']
  /** All memberships, also in archived restaurants, which may be reopened. */
  memberships: { restaurant_id: string; role: 'staff' | 'manager' }[]
  desk_roles: AdminPerson['desk_roles']
  /** Whether they have a role or a membership in another business. */
  elsewhere: boolean
  operator: boolean
  second_step: boolean
}

/** Whether person `p` has a role or a membership in another business. */
export const isElsewhere = (db: Db) => db`
  (exists (select from desk_members d where d.person_id = p.id and d.business_id <> p.business_id)
    or exists (select from memberships m join restaurants r on r.id = m.restaurant_id
      where m.person_id = p.id and r.business_id <> p.business_id))`

/** The columns of a person, from row `p`. */
export const columns = (db: Db, business_id: string) => db`
  p.id, p.first_name, p.last_name, p.email, p.phone, p.sort_name, p.joined_at, p.disabled_at, p.created_at,
  (select max(s.last_seen_at) from sessions s where s.person_id = p.id) as seen_at,
  coalesce((
    select json_agg(json_build_object('id', r.id::text, 'name', r.name, 'role', m.role) order by r.id)
    from memberships m join restaurants r on r.id = m.restaurant_id
    where m.person_id = p.id and r.archived_at is null), '[]') as restaurants,
  coalesce((
    select json_agg(json_build_object('restaurant_id', m.restaurant_id::text, 'role', m.role))
    from memberships m where m.person_id = p.id), '[]') as memberships,
  array(select role from desk_members d where d.person_id = p.id and d.business_id = ${business_id}
    order by role) as desk_roles,
  ${isElsewhere(db)} as elsewhere,
  exists (select from operators o where o.person_id = p.id) as operator,
  (exists (select from totp_keys t where t.person_id = p.id and t.sealed is not null)
    or exists (select from passkeys k where k.person_id = p.id)) as second_step`

const within = (db: Db, { business_id, restaurant_ids }: PeopleScope) => db`
  p.business_id = ${business_id} and p.erased_at is null ${
    restaurant_ids === null
      ? db``
      : db`and exists (select from memberships m
          where m.person_id = p.id and m.restaurant_id = any(${[...restaurant_ids]}::bigint[]))`
  }`

/** A person in scope; with `lock` the row is locked until the transaction ends. */
export const findPersonRow = async (
  db: Db,
  asked: PeopleScope & { person_id: string; lock?: boolean },
): Promise<PersonRow | undefined> => {
  const [row] = await db<PersonRow[]>`
    select ${columns(db, asked.business_id)} from people p
    where p.id = ${asked.person_id} and ${within(db, asked)}
    ${asked.lock === true ? db`for no key update of p` : db``}`
  return row
}

/** The people with these ids who are in scope. */
export const listPeopleOf = (
  db: Db,
  asked: PeopleScope & { ids: readonly string[]; lock?: boolean },
): Promise<PersonRow[]> => db<PersonRow[]>`
  select ${columns(db, asked.business_id)} from people p
  where p.id = any(${[...asked.ids]}::bigint[]) and ${within(db, asked)}
  order by p.id ${asked.lock === true ? db`for no key update of p` : db``}`

/** Serializes changes of a business's people, so that two admins cannot remove each other. */
export const lockPeople = async (db: Db, business_id: string): Promise<void> => {
  await db`select pg_advisory_xact_lock(hashtextextended(${`people of ${business_id}`}, 0))`
}

/**
 * Whether the person still has the rights they had when the request was authorized: admin of the business, or manager
 * of all `restaurant_ids`; and whether the API key used, if any, is still valid.
 */
export const isManagerStill = async (
  db: Db,
  manager: PeopleScope & Pick<PeopleManager, 'person_id' | 'key'>,
  now: Date,
): Promise<boolean> => {
  const { business_id, person_id, restaurant_ids, key } = manager
  if (key !== undefined && !(await isKeyOpen(db, { id: key.id, now }))) return false
  if (restaurant_ids === null) {
    const rows = await db`
      select from desk_members
      where person_id = ${person_id} and business_id = ${business_id} and role = 'admin' and state <> 'disabled'`
    return rows.length > 0
  }
  const rows = await db`
    select from memberships where person_id = ${person_id} and role = 'manager' and state <> 'disabled'
      and restaurant_id = any(${[...restaurant_ids]}::bigint[])`
  return rows.length === restaurant_ids.length
}

/** Number of other admins of the business who can still sign in. */
export const countOtherAdmins = async (
  db: Db,
  { business_id, person_id }: { business_id: string; person_id: string },
): Promise<number> => {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from desk_members d join people p on p.id = d.person_id
    where d.business_id = ${business_id} and d.role = 'admin' and d.person_id <> ${person_id}
      and p.disabled_at is null and p.joined_at is not null`
  return row?.count ?? 0
}

/** Sets the person's memberships among the visible restaurants; memberships elsewhere stay. */
export const setMemberships = async (
  db: Db,
  change: { person_id: string; wanted: readonly { id: string; role: string }[]; visible: readonly string[] },
): Promise<void> => {
  const ids = change.wanted.map(({ id }) => id)
  const roles = change.wanted.map(({ role }) => role)
  await db`
    delete from memberships where person_id = ${change.person_id}
      and restaurant_id = any(${[...change.visible]}::bigint[]) and not restaurant_id = any(${ids}::bigint[])`
  await db`
    insert into memberships (person_id, restaurant_id, role)
    select ${change.person_id}, id, role from unnest(${ids}::bigint[], ${roles}::text[]) as w (id, role)
    on conflict (person_id, restaurant_id) do update set role = excluded.role
    where memberships.role <> excluded.role`
}

/** Sets the person's desk roles in the business. */
export const setDeskRoles = async (
  db: Db,
  change: { person_id: string; business_id: string; roles: readonly string[] },
): Promise<void> => {
  const { person_id, business_id } = change
  await db`
    delete from desk_members where person_id = ${person_id} and business_id = ${business_id}
      and not role = any(${[...change.roles]}::text[])`
  await db`
    insert into desk_members (person_id, business_id, role)
    select ${person_id}, ${business_id}, role from unnest(${[...change.roles]}::text[]) as role
    on conflict do nothing`
}

/** Adds many people to restaurants and removes them from others; returns the ids of those changed. */
export const changeMemberships = async (
  db: Db,
  change: {
    person_ids: readonly string[]
    add: readonly string[]
    remove: readonly string[]
    role: 'staff' | 'manager'
  },
): Promise<string[]> => {
  const rows = await db<{ person_id: string }[]>`
    with gone as (
      delete from memberships where person_id = any(${[...change.person_ids]}::bigint[])
        and restaurant_id = any(${[...change.remove]}::bigint[]) returning person_id
    ), come as (
      insert into memberships (person_id, restaurant_id, role)
      select p, r, ${change.role}
      from unnest(${[...change.person_ids]}::bigint[]) as p, unnest(${[...change.add]}::bigint[]) as r
      on conflict (person_id, restaurant_id) do update set role = excluded.role
      where memberships.role <> excluded.role and excluded.role = 'manager' returning person_id
    )
    select distinct person_id from (select person_id from gone union all select person_id from come) as changed`
  return rows.map(({ person_id }) => person_id)
}
