import type { Group, PresenceState } from '@podmoga/contract/desk/groups'
import type { Db, TransactionSql } from '@podmoga/sql/sql'

const NAME = (db: Db) => db`coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '№' || a.id)`

export type GroupRow = Group & { id: string }

/** SQL: the agents of the business. */
const AGENTS = (db: Db, business_id: string) => db`
  select d.person_id from desk_members d join people a on a.id = d.person_id
  where d.business_id = ${business_id} and d.role = 'agent' and a.disabled_at is null`

/** Lists the groups of a business in order, with the members who are agents now. Others stay stored and may return. */
export const listGroupRows = (db: Db, business_id: string): Promise<GroupRow[]> => db`
  select g.id, g.name, g.restaurant_ids::text[] as restaurant_ids, g.restaurant_groups, g.categories, g.way, g.most,
    array(select person_id::text from agent_group_members
      where group_id = g.id and person_id in (${AGENTS(db, business_id)}) order by agent_group_members.person_id) as member_ids
  from agent_groups g where g.business_id = ${business_id} order by g.place`

export interface AgentRow {
  id: string
  name: string
  state: PresenceState
}

/** Lists the agents of the business by name, with their presence. */
export const listAgentRows = (db: Db, business_id: string): Promise<AgentRow[]> => db`
  select a.id, ${NAME(db)} as name, coalesce(p.state, 'off') as state
  from people a left join agent_presence p on p.person_id = a.id
  where a.id in (${AGENTS(db, business_id)}) order by 2, a.id`

export const listBusinessRows = (
  db: Db,
  { business_ids, first }: { business_ids: readonly string[]; first: string },
): Promise<{ id: string; name: string }[]> => db`
  select id, name from businesses where id = any(${[...business_ids]}::bigint[])
  order by id <> ${first}, name, id`

export const findVersion = async (db: Db, business_id: string): Promise<string> => {
  const [row] = await db<{ version: string }[]>`
    select version from agent_group_sets where business_id = ${business_id}`
  return row?.version ?? '0'
}

/** Locks the groups of a business for a change. Returns the current version. */
export const lockVersion = async (tx: TransactionSql, business_id: string): Promise<string> => {
  await tx`
    insert into agent_group_sets (business_id, version) values (${business_id}, 0) on conflict do nothing`
  const [row] = await tx<{ version: string }[]>`
    select version from agent_group_sets where business_id = ${business_id} for update`
  return row?.version ?? '0'
}

/**
 * Replaces the groups of a business, which the caller has locked; those without an id are new. Members who are not agents
 * at the moment stay, since the editor did not see them.
 */
export const replaceGroups = async (
  tx: TransactionSql,
  business_id: string,
  groups: readonly Group[],
): Promise<void> => {
  const kept = groups.flatMap(({ id }) => (id === null ? [] : [id]))
  await tx`delete from agent_groups where business_id = ${business_id} and id <> all(${kept}::bigint[])`
  for (const [place, group] of groups.entries()) {
    const { name, restaurant_ids, restaurant_groups = [], categories, way, most, member_ids } = group
    const [row] =
      group.id === null
        ? await tx<{ id: string }[]>`
            insert into agent_groups (business_id, place, name, restaurant_ids, restaurant_groups, categories, way, most)
            values (${business_id}, ${place}, ${name}, ${restaurant_ids}::bigint[], ${restaurant_groups}::text[],
              ${categories}::text[], ${way}, ${most})
            returning id`
        : await tx<{ id: string }[]>`
            update agent_groups set place = ${place}, name = ${name}, restaurant_ids = ${restaurant_ids}::bigint[],
              restaurant_groups = ${restaurant_groups}::text[],
              categories = ${categories}::text[], way = ${way}, most = ${most}
            where id = ${group.id} and business_id = ${business_id} returning id`
    // The group does not exist; the caller's version check excludes this.
    if (row === undefined) continue
    await tx`
      delete from agent_group_members where group_id = ${row.id} and person_id <> all(${member_ids}::bigint[])
        and person_id in (${AGENTS(tx, business_id)})`
    await tx`
      insert into agent_group_members (group_id, person_id)
      select ${row.id}::bigint, id from unnest(${member_ids}::bigint[]) id order by id on conflict do nothing`
  }
  await tx`update agent_group_sets set version = version + 1 where business_id = ${business_id}`
}

export interface PresenceRow {
  state: PresenceState
  since: Date
  zone: string | null
  week: string[] | null
}

export const findPresence = async (db: Db, person_id: string): Promise<PresenceRow | undefined> => {
  const [row] = await db<PresenceRow[]>`
    select state, since, zone, week from agent_presence where person_id = ${person_id}`
  return row
}

/** Sets a person's presence from now on. `is_scheduled`: whether their schedule has a shift now, if it caused the change. */
export const writeState = async (
  db: Db,
  presence: { person_id: string; state: PresenceState; now: Date; is_scheduled?: boolean },
): Promise<void> => {
  const { person_id, state, now } = presence
  await db`
    insert into agent_presence as p (person_id, state, since) values (${person_id}, ${state}, ${now})
    on conflict (person_id) do update set state = excluded.state,
      since = case when p.state = excluded.state then p.since else excluded.since end,
      is_returned = case when excluded.state = 'off' then p.is_returned and p.state = 'off' else true end,
      is_scheduled = coalesce(${presence.is_scheduled ?? null}::boolean, p.is_scheduled)`
}

/** Sets a person's schedule; null: none. Resets `is_scheduled`, so that the next run applies the new schedule. */
export const writeSchedule = async (
  db: Db,
  {
    person_id,
    zone,
    week,
    now,
  }: { person_id: string; zone: string | null; week: string[] | null; now: Date },
): Promise<void> => {
  const days = week === null ? null : JSON.stringify(week)
  await db`
    insert into agent_presence (person_id, state, since, zone, week)
    values (${person_id}, 'off', ${now}, ${zone}, ${days}::text::jsonb)
    on conflict (person_id) do update set zone = excluded.zone, week = excluded.week, is_scheduled = null`
}

export const forgetAgent = async (db: Db, person_id: string): Promise<void> => {
  await db`delete from agent_group_members where person_id = ${person_id}`
  await db`delete from agent_presence where person_id = ${person_id}`
}
