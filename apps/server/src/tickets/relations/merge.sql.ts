import type { TicketStatus } from '@podmoga/contract/tickets'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { addEvent } from '../live/events.sql.ts'

/** What a merge may change of the surviving ticket. Times are ISO 8601. */
export interface MergeState {
  status: TicketStatus | 'merged'
  closed_at: string | null
  waiting_since: string | null
  snoozed_until: string | null
  assignee_id: string | null
}

export interface MergeRow extends MergeState {
  id: string
  number: number
  restaurant_id: string
  merged_into: string | null
}

const ISO = (db: Db, column: string) =>
  db.unsafe(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${column}`)

/**
 * Serializes the merges of a business before any ticket is locked: a transaction that waits for a merged ticket goes on to
 * the surviving one, and would deadlock with a merge in the other direction. Returns the ticket's number and where it has
 * been merged to; undefined if it belongs to none of these businesses.
 */
export const beginMerging = async (
  tx: TransactionSql,
  where: { business_ids: readonly string[]; ticket_id: string },
): Promise<{ number: number; merged_into: string | null } | undefined> => {
  const mine = tx`id = ${where.ticket_id} and business_id = any(${[...where.business_ids]}::bigint[])`
  await tx`select pg_advisory_xact_lock(hashtextextended('ticket_merges', business_id)) from tickets where ${mine}`
  const [row] = await tx<{ number: number; merged_into: string | null }[]>`
    select number, merged_into from tickets where ${mine}`
  return row
}

/**
 * Locks two tickets of these businesses and the counters of their restaurants: a merged one before the surviving one, two
 * others in id order.
 */
export const lockPair = async (
  tx: TransactionSql,
  where: { business_ids: readonly string[]; ids: readonly [string, string] },
): Promise<[MergeRow | undefined, MergeRow | undefined]> => {
  const rows = await tx<MergeRow[]>`
    select id, number, restaurant_id, status, merged_into, assignee_id, ${ISO(tx, 'closed_at')},
      ${ISO(tx, 'waiting_since')}, ${ISO(tx, 'snoozed_until')}
    from tickets
    where id = any(${[...where.ids]}::bigint[]) and business_id = any(${[...where.business_ids]}::bigint[])
    order by merged_into is null, id for no key update`
  // Both counter rows are written one after the other: they are locked together, in the usual order.
  await tx`
    select from ticket_counts where restaurant_id = any(${rows.map((row) => row.restaurant_id)}::bigint[])
    order by restaurant_id, status for update`
  const [one, other] = where.ids
  return [rows.find(({ id }) => id === one), rows.find(({ id }) => id === other)]
}

/**
 * Renumbers the messages of a ticket by time, and updates the ticket's copies of the last one. Positions are unique at every
 * moment, so a message that moves gets its new one below zero first.
 */
export const renumber = async (tx: TransactionSql, ticket_id: string): Promise<void> => {
  await tx`
    update messages m set position = -o.place
    from (
      select id, row_number() over (order by created_at, id) as place from messages where ticket_id = ${ticket_id}
    ) o
    where m.id = o.id and m.position <> o.place`
  await tx`update messages set position = -position where ticket_id = ${ticket_id} and position < 0`
  await tx`
    update tickets t set message_count = m.position, last_message = m.text, last_from_support = m.from_support,
      last_message_at = m.created_at
    from (select * from messages where ticket_id = ${ticket_id} order by position desc limit 1) m
    where t.id = ${ticket_id}`
}

/** Moves messages with their files and unread marks; the target ticket must be renumbered afterwards. */
export const moveMessages = async (
  tx: TransactionSql,
  moved: { ids: readonly string[]; to: string },
): Promise<void> => {
  const ids = [...moved.ids]
  // The same lock order as in reading.
  await tx`
    select from unread_messages where message_id = any(${ids}::bigint[]) order by message_id, person_id for update`
  await tx`update unread_messages set ticket_id = ${moved.to} where message_id = any(${ids}::bigint[])`
  // Far below any position in use there.
  await tx`
    update messages set ticket_id = ${moved.to}, position = -1000000000 - position where id = any(${ids}::bigint[])`
}

const messageIds = async (tx: TransactionSql, ticket_id: string): Promise<string[]> =>
  (await tx<{ id: string }[]>`select id from messages where ticket_id = ${ticket_id} order by position`).map(
    ({ id }) => id,
  )

const setState = async (tx: TransactionSql, id: string, state: MergeState): Promise<void> => {
  await tx`
    update tickets set status = ${state.status}, closed_at = ${state.closed_at}::timestamptz,
      waiting_since = ${state.waiting_since}::timestamptz, snoozed_until = ${state.snoozed_until}::timestamptz,
      assignee_id = ${state.assignee_id}::bigint
    where id = ${id}`
}

const publish = (tx: TransactionSql, ids: readonly string[], now: Date): void => {
  for (const ticket_id of ids) addEvent(tx, { kind: 'ticket', is_rewritten: true, ticket_id, now })
}

/** The state of the surviving ticket: open if either is, waiting since the longer wait, unassigned only if both are. */
const together = (own: MergeRow, other: MergeRow): MergeState => {
  const { status, closed_at, waiting_since, snoozed_until, assignee_id } = other
  if (own.status === 'processed') return { status, closed_at, waiting_since, snoozed_until, assignee_id }
  const waits = [own.waiting_since, status === 'processed' ? null : waiting_since].filter((at) => at !== null)
  return {
    status: 'awaiting_response',
    closed_at: null,
    waiting_since: waits.toSorted()[0] ?? null,
    // A waiting customer is not snoozed together with the other ticket.
    snoozed_until: own.waiting_since === null ? snoozed_until : null,
    assignee_id: assignee_id ?? own.assignee_id,
  }
}

const stateOf = ({
  status,
  closed_at,
  waiting_since,
  snoozed_until,
  assignee_id,
}: MergeState): MergeState => ({
  status,
  closed_at,
  waiting_since,
  snoozed_until,
  assignee_id,
})

const json = (value: object): string => JSON.stringify(value)

/** Merges one locked ticket into another. */
export const merge = async (tx: TransactionSql, own: MergeRow, into: MergeRow, now: Date): Promise<void> => {
  const ids = await messageIds(tx, own.id)
  const notes = await tx<{ id: string }[]>`
    update notes set ticket_id = ${into.id} where ticket_id = ${own.id} returning id`
  await moveMessages(tx, { ids, to: into.id })
  await renumber(tx, into.id)
  const before = stateOf(into)
  const after = together(own, into)
  await setState(tx, into.id, after)
  await tx`
    update tickets set status = 'merged', merged_into = ${into.id}, snoozed_until = null where id = ${own.id}`
  await tx`
    insert into ticket_merges (ticket_id, into_id, merged_at, message_ids, note_ids, newest_id, own, before, after)
    select ${own.id}, ${into.id}, ${now}, ${ids}::bigint[], ${notes.map(({ id }) => id)}::bigint[], max(id),
      ${json({ status: own.status, snoozed_until: own.snoozed_until })}::text::jsonb, ${json(before)}::text::jsonb,
      ${json(after)}::text::jsonb
    from messages where ticket_id = ${into.id}`
  publish(tx, [own.id, into.id], now)
}

export interface KeptMerge {
  into_id: string
  message_ids: string[]
  note_ids: string[]
  own: Pick<MergeState, 'status' | 'snoozed_until'>
  before: MergeState
  after: MergeState
  /** Nothing has been written in the surviving ticket since. */
  is_fresh: boolean
}

/** What a merge moved; undefined if the ticket is not merged, or not of these businesses. */
export const findMerge = async (
  tx: Db,
  where: { business_ids: readonly string[]; ticket_id: string },
): Promise<KeptMerge | undefined> => {
  const [row] = await tx<KeptMerge[]>`
    select m.into_id, m.message_ids::text[], m.note_ids::text[], m.own, m.before, m.after,
      not exists (select from messages where ticket_id = m.into_id and id > m.newest_id) as is_fresh
    from ticket_merges m join tickets t on t.id = m.ticket_id
    where m.ticket_id = ${where.ticket_id} and t.business_id = any(${[...where.business_ids]}::bigint[])`
  return row
}

/** Fields changed since the merge stay; the rest is restored. */
const apart = (now: MergeState, { before, after }: KeptMerge): MergeState => {
  const put = <K extends keyof MergeState>(key: K): MergeState[K] =>
    now[key] === after[key] ? before[key] : now[key]
  const isStatusKept = now.status !== after.status
  return {
    status: put('status'),
    closed_at: isStatusKept ? now.closed_at : before.closed_at,
    waiting_since: put('waiting_since'),
    snoozed_until: put('snoozed_until'),
    assignee_id: put('assignee_id'),
  }
}

/** Undoes the merge of two locked tickets; false if one of them would have no messages left. */
export const unmerge = async (
  tx: TransactionSql,
  own: MergeRow,
  into: MergeRow,
  kept: KeptMerge,
  now: Date,
): Promise<boolean> => {
  const there = await messageIds(tx, into.id)
  const taken = new Set(kept.message_ids)
  const ids = there.filter((id) => taken.has(id))
  if (ids.length === 0 || ids.length === there.length) return false
  await moveMessages(tx, { ids, to: own.id })
  await tx`
    update notes set ticket_id = ${own.id} where id = any(${kept.note_ids}::bigint[]) and ticket_id = ${into.id}`
  await renumber(tx, own.id)
  await renumber(tx, into.id)
  await setState(tx, into.id, apart(into, kept))
  await tx`delete from ticket_merges where ticket_id = ${own.id}`
  await tx`
    update tickets set status = ${kept.own.status}, merged_into = null,
      snoozed_until = ${kept.own.snoozed_until}::timestamptz
    where id = ${own.id}`
  publish(tx, [own.id, into.id], now)
  return true
}
