import type { Priority } from '@podmoga/contract/desk/tickets'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { amongIds } from '../../db/among-ids.ts'
import type { History, HistoryEvent, Target } from './levels.rules.ts'
import type { Shift } from './working-time.ts'

export interface NamedTarget extends Target {
  name: string
  priority: Priority | null
  restaurant_ids: string[]
  /** Names of groups whose restaurants are included too; `group_members` of the version stores which. */
  restaurant_groups?: string[] | undefined
}

/** Restaurant groups, each with its restaurants. */
export type GroupMembers = (readonly [group: string, restaurant_ids: readonly string[]])[]

/** Targets and hours of a business, valid from a moment on. */
export interface VersionRow {
  id: string
  valid_from: Date
  targets: NamedTarget[]
  shifts: Shift[]
  /** Hours of the settings at that time. */
  usual_week: string[] | null
  days_off: string[]
  /** Members of the targets' groups at that time; null: the targets name no groups. */
  group_members: GroupMembers | null
}

/** Every version of a business, oldest first. */
export const listVersionRows = (db: Db, business_id: string): Promise<VersionRow[]> => db`
  select id, valid_from, targets, shifts, usual_week, days_off, group_members from service_versions
  where business_id = ${business_id} order by id`

/** Adds a version. It is never valid from an earlier moment than the one before, even if the clock was set back. */
export const addVersion = async (
  tx: TransactionSql,
  business_id: string,
  { valid_from, targets, shifts, usual_week, days_off, group_members }: Omit<VersionRow, 'id'>,
): Promise<void> => {
  await tx`
    insert into service_versions (business_id, valid_from, targets, shifts, usual_week, days_off, group_members)
    select ${business_id}::bigint, greatest(${valid_from}::timestamptz, max(valid_from)), ${tx.json(targets)},
      ${tx.json(shifts)}, ${tx.json(usual_week)}, ${tx.json(days_off)},
      ${group_members === null ? null : tx.json(group_members)}::jsonb
    from service_versions where business_id = ${business_id}`
}

/** Returns the members of the groups that these targets name; null if they name none. */
export const findMembers = async (
  db: Db,
  business_id: string,
  targets: readonly Pick<NamedTarget, 'restaurant_groups'>[],
): Promise<GroupMembers | null> => {
  const names = [...new Set(targets.flatMap(({ restaurant_groups = [] }) => restaurant_groups))]
  if (names.length === 0) return null
  const rows = await db<{ name: string; ids: string[] }[]>`
    select g.name, array(select r.id::text from restaurants r
      where r.business_id = ${business_id} and g.name = any(r.groups) order by r.id) as ids
    from unnest(${names}::text[]) as g (name) order by g.name`
  return rows.map(({ name, ids }) => [name, ids] as const)
}

/** Serializes additions of versions of a business until the transaction ends. */
export const lockVersions = async (tx: TransactionSql, business_id: string): Promise<void> => {
  await tx`select pg_advisory_xact_lock(hashtextextended('service_versions', ${business_id}::bigint))`
}

/** A ticket with the input of levels.rules.ts. */
export interface CountedTicket {
  id: string
  is_open: boolean
  basis: string
  history: History
}

interface TicketRow {
  id: string
  restaurant_id: string
  status: string
  priority: string
  category: string
  created_at: Date
  closed_at: Date | null
  basis: string
}
interface LogRow {
  ticket_id: string
  at: Date
  act: 'closed' | 'reopened' | 'snoozed' | 'woken' | 'priority' | 'merged' | 'unmerged'
  before: string | null
  after: string | null
}

/** SQL: a digest of the ticket data that its clock depends on; if it differs, the clock is stale. */
export const BASIS = (db: Db) =>
  db`ticket_basis(t.message_count, t.status, t.priority, t.category, t.snoozed_until)`

const historyOf = (
  ticket: TicketRow,
  messages: readonly { created_at: Date; from_support: boolean }[],
  log: readonly LogRow[],
): History => {
  const message_events = messages.map(
    ({ created_at, from_support }): HistoryEvent => ({
      at: created_at.getTime(),
      what: from_support ? 'answered' : 'asked',
    }),
  )
  const log_events = log.flatMap(({ at, act, after }): HistoryEvent[] => {
    if (act === 'merged' || act === 'unmerged') return []
    return act === 'priority'
      ? [{ at: at.getTime(), what: act, priority: after ?? ticket.priority }]
      : [{ at: at.getTime(), what: act }]
  })
  const events = [...message_events, ...log_events].toSorted((one, other) => one.at - other.at)
  const last = events.at(-1)?.at ?? ticket.created_at.getTime()
  const isClosed = events.findLast(({ what }) => what === 'closed' || what === 'reopened')?.what === 'closed'
  // Not in the log: a close by an old release, or a state taken over from a merged ticket.
  if (ticket.status === 'processed' && !isClosed)
    events.push({ at: ticket.closed_at?.getTime() ?? last, what: 'closed' })
  if (ticket.status === 'awaiting_response' && isClosed) {
    const merged = log.findLast(({ act }) => act === 'merged' || act === 'unmerged')
    events.push({ at: Math.max(last, merged?.at.getTime() ?? last), what: 'reopened' })
  }
  return {
    category: ticket.category,
    restaurant_id: ticket.restaurant_id,
    priority: log.find(({ act }) => act === 'priority')?.before ?? ticket.priority,
    events,
  }
}

/** Returns these tickets with their histories, except merged ones. Always three queries, whatever the number of ids. */
export const listCounted = async (db: Db, ids: readonly string[]): Promise<CountedTicket[]> => {
  const asked = amongIds(db, ids)
  const tickets = await db<TicketRow[]>`
    select t.id, t.restaurant_id, t.status, t.priority, t.category, t.created_at, t.closed_at, ${BASIS(db)} as basis
    from tickets t where t.id = ${asked} and t.status <> 'merged' order by t.id`
  const messages = Map.groupBy(
    await db<{ ticket_id: string; created_at: Date; from_support: boolean }[]>`
      select ticket_id, created_at, from_support from messages
      where ticket_id = ${asked} and not is_automatic order by ticket_id, position`,
    ({ ticket_id }) => ticket_id,
  )
  const log = Map.groupBy(
    await db<LogRow[]>`
      select ticket_id, at, act, before, after from ticket_log
      where ticket_id = ${asked}
        and act in ('closed', 'reopened', 'snoozed', 'woken', 'priority', 'merged', 'unmerged')
      order by ticket_id, id`,
    ({ ticket_id }) => ticket_id,
  )
  return tickets.map((ticket) => ({
    id: ticket.id,
    is_open: ticket.status === 'awaiting_response',
    basis: ticket.basis,
    history: historyOf(ticket, messages.get(ticket.id) ?? [], log.get(ticket.id) ?? []),
  }))
}
