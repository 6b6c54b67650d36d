import type { Priority } from '@podmoga/contract/desk/tickets'
import type { LogLine } from '@podmoga/contract/desk/work'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { isRowId } from '../../http/refuse.ts'
import type { SeenOfTicket } from '../../ports/domains/ticket-acts.ts'

/** A ticket before the change. */
export interface ManyRow {
  id: string
  number: number
  status: 'awaiting_response' | 'processed'
  business_id: string
  assignee_id: string | null
  assignee_name: string | null
  priority: Priority
  tags: string[]
  snoozed_until: Date | null
}

const NAME = (db: Db) => db`coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '№' || a.id)`

/**
 * Locks those of the tickets that are in scope, and their counters. All locks are taken before any change and in a fixed
 * order, so that this cannot deadlock with changes of one ticket or of many. Merged tickets are left out.
 */
export const lockMany = async (
  tx: TransactionSql,
  { business_ids, ids }: { business_ids: readonly string[]; ids: readonly string[] },
): Promise<ManyRow[]> => {
  await tx`
    select id from tickets where id = any(${[...ids]}::bigint[]) and business_id = any(${[...business_ids]}::bigint[])
      and status <> 'merged'
    order by id for no key update`
  const rows = await tx<ManyRow[]>`
    select t.id, t.number, t.status, t.business_id, t.assignee_id, t.priority, t.tags, t.snoozed_until,
      case when a.id is not null then ${NAME(tx)} end as assignee_name
    from tickets t left join people a on a.id = t.assignee_id
    where t.id = any(${[...ids]}::bigint[]) and t.business_id = any(${[...business_ids]}::bigint[])
      and t.status <> 'merged'
    order by t.id`
  await lockCounts(
    tx,
    rows.map(({ id }) => id),
  )
  return rows
}

/** Tickets with messages by others newer than what was seen; the caller has locked the tickets. */
export const listWrittenSince = async (
  tx: TransactionSql,
  { seen, person_id }: { seen: ReadonlyMap<string, SeenOfTicket>; person_id: string },
): Promise<Set<string>> => {
  const all = [...seen.values()]
  const counts = all.map((one) => (typeof one === 'number' ? one : null))
  const newest = all.map((one) => (typeof one === 'string' && isRowId(one) ? one : null))
  // The number of messages is the position of the newest. An id that is no message of the ticket tells nothing.
  const rows = await tx<{ id: string }[]>`
    select s.ticket_id as id
    from unnest(${[...seen.keys()]}::bigint[], ${counts}::int[], ${newest}::bigint[]) as s (ticket_id, seen, newest)
    where exists (
      select from messages m
      where m.ticket_id = s.ticket_id and m.author_id <> ${person_id} and not m.is_automatic
        and m.position > coalesce(
          s.seen, (select position from messages n where n.id = s.newest and n.ticket_id = s.ticket_id)))`
  return new Set(rows.map(({ id }) => id))
}

/** Locks the counters of these tickets' restaurants, in the same order as a change of one ticket. */
export const lockCounts = async (tx: TransactionSql, ticket_ids: readonly string[]): Promise<void> => {
  await tx`
    insert into ticket_counts as c (restaurant_id, status, items, waiting)
    select place.restaurant_id, status, 0, 0
    from (select distinct restaurant_id from tickets where id = any(${[...ticket_ids]}::bigint[])) place,
      unnest(array['awaiting_response', 'processed']) status
    order by 1, 2 on conflict (restaurant_id, status) do update set items = c.items`
}

/** The businesses in which this person can be assigned tickets, and their name for colleagues. */
export const findAgentBusinesses = async (
  db: Db,
  person_id: string,
): Promise<{ name: string; business_ids: string[] } | undefined> => {
  const [row] = await db<{ name: string; business_ids: string[] }[]>`
    select ${NAME(db)} as name, array_agg(d.business_id::text) as business_ids
    from people a join desk_members d on d.person_id = a.id and d.role = 'agent'
    where a.id = ${person_id} and a.disabled_at is null group by a.id`
  return row
}

/** A change of many tickets. */
export type ManyChange =
  | { do: 'assign'; assignee_id: string | null }
  | { do: 'tag' | 'untag'; tag: string }
  | { do: 'priority'; priority: Priority }
  | { do: 'snooze'; until: Date | null }
  | { do: 'close' | 'reopen'; now: Date }

const SET = (db: Db, change: ManyChange) => {
  switch (change.do) {
    case 'assign':
      return db`assignee_id = ${change.assignee_id}`
    case 'tag':
      return db`tags = tags || ${[change.tag]}::text[]`
    case 'untag':
      return db`tags = array_remove(tags, ${change.tag})`
    case 'priority':
      return db`priority = ${change.priority}`
    case 'snooze':
      return db`snoozed_until = ${change.until}`
    case 'close':
      return db`status = 'processed', closed_at = greatest(${change.now}, last_message_at), snoozed_until = null`
    case 'reopen':
      return db`status = 'awaiting_response', closed_at = null`
  }
}

/** Changes tickets that {@link lockMany} has locked. */
export const updateMany = async (
  tx: TransactionSql,
  ids: readonly string[],
  change: ManyChange,
): Promise<void> => {
  await tx`update tickets set ${SET(tx, change)} where id = any(${[...ids]}::bigint[])`
}

/** Adds the tag to those suggested in these businesses. */
export const offerTag = async (
  tx: TransactionSql,
  business_ids: readonly string[],
  tag: string,
): Promise<void> => {
  await tx`
    insert into tags (business_id, name) select id, ${tag}::text from unnest(${[...business_ids]}::bigint[]) id
    order by id on conflict do nothing`
}

/** Writes one log line per ticket. */
export const writeLogs = async (
  tx: TransactionSql,
  { at, person_id, act }: { at: Date; person_id: string | null; act: LogLine['act'] },
  lines: readonly {
    ticket_id: string
    before: string | null
    after: string | null
    /** Ids of the people named in `before` and `after`, if any. */
    before_id?: string | null
    after_id?: string | null
  }[],
): Promise<void> => {
  await tx`
    insert into ticket_log (ticket_id, at, person_id, act, before, after, before_id, after_id)
    select ticket_id, ${at}::timestamptz, ${person_id}::bigint, ${act}::text, before, after, before_id, after_id
    from unnest(${lines.map((line) => line.ticket_id)}::bigint[], ${lines.map((line) => line.before)}::text[],
      ${lines.map((line) => line.after)}::text[], ${lines.map((line) => line.before_id ?? null)}::bigint[],
      ${lines.map((line) => line.after_id ?? null)}::bigint[])
      with ordinality as line (ticket_id, before, after, before_id, after_id, place)
    order by place`
}
