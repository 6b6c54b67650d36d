import type { PresenceState } from '@podmoga/contract/desk/groups'
import type { Db, TransactionSql } from '@podmoga/sql/sql'

export interface WatchedRow {
  person_id: string
  state: PresenceState
  zone: string | null
  week: string[] | null
  is_scheduled: boolean | null
  /** Whether the person has a session. */
  is_signed_in: boolean
}

/** Lists people whose presence may change automatically: those who are not off, and those with a schedule. */
export const listWatched = (db: Db, now: Date): Promise<WatchedRow[]> => db`
  select p.person_id, p.state, p.zone, p.week, p.is_scheduled,
    exists (
      select from sessions s join people a on a.id = s.person_id
      where s.person_id = p.person_id and s.ended_at is null and s.expires_at > ${now} and a.disabled_at is null
    ) as is_signed_in
  from agent_presence p where p.state <> 'off' or p.week is not null order by p.person_id`

/** Lists people who have left and whose tickets have not been unassigned yet. */
export const listLeft = async (db: Db): Promise<string[]> => {
  const rows = await db<{ person_id: string }[]>`
    select person_id from agent_presence where not is_returned order by person_id`
  return rows.map(({ person_id }) => person_id)
}

/** Marks the tickets of a person who has left as unassigned. Returns false if that was already done or the person is back. */
export const takeLeft = async (tx: TransactionSql, person_id: string): Promise<boolean> => {
  const rows = await tx`
    update agent_presence set is_returned = true where person_id = ${person_id} and not is_returned and state = 'off'
    returning person_id`
  return rows.length > 0
}

const FITS = (db: Db) => db`
  case when exists (select from ticket_groups x join agent_groups y on y.id = x.group_id where x.ticket_id = t.id)
  then g.id = (select group_id from ticket_groups where ticket_id = t.id)
  else (g.restaurant_ids = '{}' and g.restaurant_groups = '{}' or t.restaurant_id = any(g.restaurant_ids)
    or g.restaurant_groups <> '{}' and exists (
      select from restaurants r where r.id = t.restaurant_id and r.groups && g.restaurant_groups))
  and (g.categories = '{}' or t.category = any(g.categories)) end`

/** Lists tickets that wait for an answer of this person and match a group of theirs. */
export const listWaitingOf = (
  db: Db,
  person_id: string,
): Promise<{ id: string; business_id: string }[]> => db`
  select t.id, t.business_id from tickets t
  where t.assignee_id = ${person_id} and t.status = 'awaiting_response' and t.snoozed_until is null
    and t.waiting_since is not null and exists (
      select from agent_groups g join agent_group_members m on m.group_id = g.id
      where g.business_id = t.business_id and m.person_id = ${person_id} and ${FITS(db)})
  order by t.id`

/** Lists open tickets assigned to people who are no longer agents of the business: nobody would answer them. */
export const listOfGone = (
  db: Db,
  limit: number,
): Promise<{ id: string; business_id: string; assignee_id: string }[]> => db`
  select t.id, t.business_id, t.assignee_id from tickets t
  where t.status = 'awaiting_response' and t.assignee_id is not null and not exists (
    select from desk_members d join people a on a.id = d.person_id and a.disabled_at is null
    where d.person_id = t.assignee_id and d.business_id = t.business_id and d.role = 'agent')
  order by t.id limit ${limit}`

/** SQL: members of group `g` who may get one more ticket: at work, agents of its business, and below the limit. */
const AVAILABLE = (db: Db) => db`
  from agent_group_members m
    join agent_presence p on p.person_id = m.person_id and p.state = 'work'
    join desk_members d on d.person_id = m.person_id and d.business_id = g.business_id and d.role = 'agent'
    cross join lateral (
      select count(*)::int as mine from tickets
      where assignee_id = m.person_id and status = 'awaiting_response' and snoozed_until is null
    ) load
  where m.group_id = g.id and (g.most is null or load.mine < g.most)`

/**
 * Lists unassigned tickets whose group has an available agent, longest waiting first. Tickets of a group without one are left
 * out, so that they do not block others.
 */
export const listFree = (db: Db, limit: number): Promise<{ id: string; business_id: string }[]> => db`
  with open as materialized (select g.id, g.business_id from agent_groups g where exists (select ${AVAILABLE(db)}))
  select t.id, t.business_id
  from (select distinct business_id from open) b cross join lateral (
    select t.id, t.business_id, t.waiting_since from tickets t
    where t.business_id = b.business_id and t.status = 'awaiting_response' and t.assignee_id is null
      and t.snoozed_until is null and t.waiting_since is not null and (
        select g.id from agent_groups g where g.business_id = t.business_id and ${FITS(db)} order by g.place limit 1
      ) in (select id from open)
    order by t.waiting_since, t.id limit ${limit}
  ) t order by t.waiting_since, t.id`

/** Lets one server at a time assign tickets of a business. */
export const lockGiving = async (tx: TransactionSql, business_id: string): Promise<void> => {
  await tx`select pg_advisory_xact_lock(hashtextextended('agent_groups', ${business_id}::bigint))`
}

/** Locks an unassigned ticket. Returns the first group that it matches; undefined if none, or if it is not free. */
export const findGroupOf = async (
  tx: TransactionSql,
  ticket_id: string,
): Promise<{ id: string; way: 'turn' | 'load' } | undefined> => {
  const free = await tx`
    select id from tickets where id = ${ticket_id} and assignee_id is null and status = 'awaiting_response'
    for no key update`
  if (free.length === 0) return undefined
  const [row] = await tx<{ id: string; way: 'turn' | 'load' }[]>`
    select g.id, g.way from tickets t join agent_groups g on g.business_id = t.business_id
    where t.id = ${ticket_id} and ${FITS(tx)} order by g.place limit 1`
  return row
}

/** Returns the agent of a group to whom the next ticket goes; undefined if nobody is available. */
export const findNextAgent = async (
  tx: TransactionSql,
  { id, way }: { id: string; way: 'turn' | 'load' },
): Promise<string | undefined> => {
  const [row] = await tx<{ person_id: string }[]>`
    select given.person_id from agent_groups g cross join lateral (
      select m.person_id, load.mine, p.given_at ${AVAILABLE(tx)}
    ) given
    where g.id = ${id}
    order by ${way === 'load' ? tx`given.mine, ` : tx``}given.given_at nulls first, given.person_id limit 1`
  return row?.person_id
}

export const noteGiven = async (tx: TransactionSql, person_id: string, now: Date): Promise<void> => {
  await tx`update agent_presence set given_at = ${now} where person_id = ${person_id}`
}
