import type { Priority } from '@podmoga/contract/desk/tickets'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { addEvent, addTicketEvents } from '../live/events.sql.ts'
import { lockCounts, updateMany, writeLogs } from './bulk.sql.ts'
import { writeLog } from './work.sql.ts'

export interface EditRow {
  business_id: string
  category: string
  topic: string | null
  topic_name: string | null
  priority: Priority
  tags: string[]
  snoozed_until: Date | null
}

/** The editable fields of a ticket that the transaction has locked. */
export const findEditRow = async (tx: TransactionSql, ticket_id: string): Promise<EditRow> => {
  const [row] = await tx<EditRow[]>`
    select business_id, category, topic, topic_name, priority, tags, snoozed_until from tickets where id = ${ticket_id}`
  if (row === undefined) throw new Error(`there is no ticket ${ticket_id}`)
  return row
}

/** Who acts, on which ticket and when. */
interface LogEntry {
  ticket_id: string
  /** null: the system. */
  person_id: string | null
  at: Date
}

const publish = (tx: TransactionSql, { ticket_id, at }: LogEntry, desk_only = true): void =>
  addEvent(tx, { kind: 'ticket', ticket_id, now: at, desk_only })

/** Notifies the restaurant too: its pages show the category. */
export const setCategory = async (
  tx: TransactionSql,
  entry: LogEntry & { category: string; topic: string | null; topic_name: string | null },
  words: { before: string; after: string },
): Promise<void> => {
  await tx`
    update tickets set category = ${entry.category}, topic = ${entry.topic}, topic_name = ${entry.topic_name}
    where id = ${entry.ticket_id}`
  await writeLog(tx, { ...entry, act: 'category', ...words })
  publish(tx, entry, false)
}

export const setPriority = async (
  tx: TransactionSql,
  entry: LogEntry & { before: Priority; after: Priority },
): Promise<void> => {
  await tx`update tickets set priority = ${entry.after} where id = ${entry.ticket_id}`
  await writeLog(tx, { ...entry, act: 'priority' })
  publish(tx, entry)
}

export const setTags = async (
  tx: TransactionSql,
  entry: LogEntry & { business_id: string; before: readonly string[]; after: readonly string[] },
): Promise<void> => {
  const { ticket_id, person_id, at, business_id, before, after } = entry
  await tx`update tickets set tags = ${[...after]}::text[] where id = ${ticket_id}`
  await tx`
    insert into tags (business_id, name) select ${business_id}::bigint, name from unnest(${[...after]}::text[]) name
    order by name on conflict do nothing`
  const words = { before: before.join(', ') || null, after: after.join(', ') || null }
  await writeLog(tx, { ticket_id, person_id, at, act: 'tags', ...words })
  publish(tx, entry)
}

/** Snoozes an open ticket; null ends the snooze. */
export const snooze = async (tx: TransactionSql, entry: LogEntry & { until: Date | null }): Promise<void> => {
  const { ticket_id, person_id, at, until } = entry
  await tx`update tickets set snoozed_until = ${until} where id = ${ticket_id}`
  await writeLog(tx, {
    ticket_id,
    person_id,
    at,
    act: until === null ? 'woken' : 'snoozed',
    after: until?.toISOString() ?? null,
  })
  publish(tx, entry)
}

const WAKE_AT_ONCE = 100

/** Returns tickets whose snooze has ended to the queue; skips rows locked by another server. */
export const wakeDue = async (tx: TransactionSql, now: Date): Promise<void> => {
  const rows = await tx<{ id: string }[]>`
    select id from tickets where snoozed_until <= ${now} order by snoozed_until limit ${WAKE_AT_ONCE}
    for no key update skip locked`
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await lockCounts(tx, ids)
  await updateMany(tx, ids, { do: 'snooze', until: null })
  const lines = ids.map((ticket_id) => ({ ticket_id, before: null, after: null }))
  await writeLogs(tx, { at: now, person_id: null, act: 'woken' }, lines)
  addTicketEvents(tx, { ticket_ids: ids, now, desk_only: true })
}

const TAGS_MOST = 1000

/** The tags that these businesses have used. */
export const listTagRows = async (db: Db, business_ids: readonly string[]): Promise<string[]> => {
  const rows = await db<{ name: string }[]>`
    select distinct name from tags where business_id = any(${[...business_ids]}::bigint[])
    order by name limit ${TAGS_MOST}`
  return rows.map(({ name }) => name)
}
