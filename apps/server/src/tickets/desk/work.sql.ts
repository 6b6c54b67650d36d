import type { LogLine } from '@podmoga/contract/desk/work'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { addEvent } from '../live/events.sql.ts'
import { type Listed, listed } from '../tickets.sql.ts'
import { ABOUT, type DeskList } from './queue.filters.sql.ts'

export interface AgentRow {
  id: string
  name: string
  business_ids: string[]
}

const NAME = (db: Db) => db`coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '№' || a.id)`

// For one business the index gives the order; for several the rows must be sorted.
const OF_BUSINESSES = (db: Db, [first, ...others]: readonly string[]) =>
  first !== undefined && others.length === 0
    ? db`t.business_id = ${first}`
    : db`t.business_id = any(${first === undefined ? [] : [first, ...others]}::bigint[])`

/** Active agents of these businesses, by name. */
export const listAgentRows = (db: Db, business_ids: readonly string[]): Promise<AgentRow[]> => db`
  select a.id, ${NAME(db)} as name, array_agg(d.business_id::text order by d.business_id) as business_ids
  from desk_members d join people a on a.id = d.person_id
  where d.business_id = any(${[...business_ids]}::bigint[]) and d.role = 'agent' and a.disabled_at is null
  group by a.id order by 2, a.id`

/** An active agent of the ticket's business; undefined for anybody else. */
export const findAgentFor = async (
  db: Db,
  where: { ticket_id: string; person_id: string },
): Promise<{ id: string; name: string } | undefined> => {
  const [row] = await db<{ id: string; name: string }[]>`
    select a.id, ${NAME(db)} as name
    from tickets t join desk_members d on d.business_id = t.business_id and d.role = 'agent'
      join people a on a.id = d.person_id
    where t.id = ${where.ticket_id} and a.id = ${where.person_id} and a.disabled_at is null`
  return row
}

/** The assignee of a ticket; null if there is none. */
export const findAssignee = async (
  db: Db,
  ticket_id: string,
): Promise<{ id: string; name: string } | null> => {
  const [row] = await db<{ id: string; name: string }[]>`
    select a.id, ${NAME(db)} as name from tickets t join people a on a.id = t.assignee_id where t.id = ${ticket_id}`
  return row ?? null
}

/** A log entry of a ticket, with names as they are now. */
export interface LogDraft {
  ticket_id: string
  at: Date
  /** null: the system. */
  person_id: string | null
  act: LogLine['act']
  before?: string | null
  after?: string | null
  word?: string | null
  /** Ids of the people that `before` and `after` name, if any. */
  before_id?: string | null
  after_id?: string | null
  /** The other ticket involved. */
  other_id?: string
}

export const writeLog = async (tx: TransactionSql, line: LogDraft): Promise<void> => {
  await tx`
    insert into ticket_log (ticket_id, at, person_id, act, before, after, word, before_id, after_id, other_id)
    values (${line.ticket_id}, ${line.at}, ${line.person_id}, ${line.act}, ${line.before ?? null},
      ${line.after ?? null}, ${line.word ?? null}, ${line.before_id ?? null}, ${line.after_id ?? null},
      ${line.other_id ?? null})`
}

/** Assigns a ticket that the transaction has locked to an agent, or to nobody. */
export const setAssignee = async (
  tx: TransactionSql,
  { ticket_id, assignee_id, now }: { ticket_id: string; assignee_id: string | null; now: Date },
): Promise<void> => {
  await tx`update tickets set assignee_id = ${assignee_id} where id = ${ticket_id}`
  addEvent(tx, { kind: 'ticket', ticket_id, now, desk_only: true })
}

/**
 * Locks the unassigned ticket whose customer waits longest. Skips locked rows, so that two concurrent calls never get the
 * same ticket.
 */
export const lockNext = async (
  tx: TransactionSql,
  where: Pick<DeskList, 'business_ids' | 'restaurant_ids' | 'category' | 'topic' | 'tag' | 'priority'>,
): Promise<{ id: string; number: number } | undefined> => {
  const [row] = await tx<{ id: string; number: number }[]>`
    select t.id, t.number from tickets t
    where ${OF_BUSINESSES(tx, where.business_ids)} and t.status = 'awaiting_response'
      and t.assignee_id is null and t.snoozed_until is null and t.waiting_since is not null
      ${where.restaurant_ids === null ? tx`` : tx`and t.restaurant_id = any(${[...where.restaurant_ids]}::bigint[])`}
      ${ABOUT(tx, where)}
    order by t.waiting_since, t.last_message_at, t.id limit 1 for no key update skip locked`
  return row
}

export interface LogRow {
  id: string
  at: Date
  person_name: string | null
  act: LogLine['act']
  before: string | null
  after: string | null
  word: string | null
  other: { id: string; number: number } | null
  of_number: number | null
}

// A merged ticket's `merged_into` line repeats this ticket's own `merged` line.
const OF_FAMILY = (db: Db) => db`
  l.ticket_id in (select id from family) and (l.act <> 'merged_into' or l.ticket_id = t.id)`

/** A page of the log of a ticket and of those merged into it, newest first; undefined if there is no such ticket in scope. */
export const listLogRows = async (
  db: Db,
  list: { business_ids: readonly string[]; ticket_id: string; page: number; page_size: number },
): Promise<Listed<LogRow> | undefined> => {
  const rows = await db<(LogRow & { total_items: number })[]>`
    with recursive family as (
      select surviving_ticket(${list.ticket_id}) as id
      union all select t.id from family f join tickets t on t.merged_into = f.id
    )
    select (select count(*)::int from ticket_log l where ${OF_FAMILY(db)}) as total_items,
      l.id, l.at, l.act, l.before, l.after, l.word, case when a.id is not null then ${NAME(db)} end as person_name,
      case when o.id is not null then json_build_object('id', o.id::text, 'number', o.number) end as other,
      case when w.id <> t.id then w.number end as of_number
    from tickets t
    left join lateral (
      select * from ticket_log l where ${OF_FAMILY(db)} order by id desc
      limit ${list.page_size} offset ${(list.page - 1) * list.page_size}
    ) l on true
    left join people a on a.id = l.person_id
    left join tickets o on o.id = l.other_id
    left join tickets w on w.id = l.ticket_id
    where t.id = surviving_ticket(${list.ticket_id}) and t.business_id = any(${[...list.business_ids]}::bigint[])
    order by l.id desc`
  return rows.length === 0 ? undefined : listed(rows)
}

export interface DeskCountsRow {
  waiting: number
  free: number
}

/** The numbers of waiting and of unassigned tickets in these businesses. */
export const countDesk = async (db: Db, business_ids: readonly string[]): Promise<DeskCountsRow> => {
  const [row] = await db<DeskCountsRow[]>`
    select coalesce(sum(c.waiting), 0)::int as waiting, coalesce(sum(c.free), 0)::int as free
    from restaurants r join ticket_counts c on c.restaurant_id = r.id and c.status = 'awaiting_response'
    where r.business_id = any(${[...business_ids]}::bigint[])`
  return row ?? { waiting: 0, free: 0 }
}

/** The number of open, not snoozed tickets of each of these agents; agents without any are left out. */
export const countMine = async (db: Db, person_ids: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db<{ person_id: string; mine: number }[]>`
    select assignee_id as person_id, count(*)::int as mine from tickets
    where assignee_id = any(${[...person_ids]}::bigint[]) and status = 'awaiting_response' and snoozed_until is null
    group by 1`
  return new Map(rows.map(({ person_id, mine }) => [person_id, mine]))
}
