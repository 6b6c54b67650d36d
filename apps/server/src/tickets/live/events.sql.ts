import type { DeskEventData, StoredDeskEventName } from '@podmoga/contract/desk/events'
import type { EventData, EventName, StoredEventName } from '@podmoga/contract/events'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { MessageRow } from '../tickets.sql.ts'

/** NOTIFY channel on which a commit announces to every server that a restaurant has new events. */
export const CHANNEL = 'ticket_events'
/** The same for a business's desk. */
export const DESK_CHANNEL = 'desk_events'

/** An event as stored. */
export interface StoredEvent {
  id: string
  /** An event name of the contract. */
  kind: string
  ticket_id: string
  message_id: string | null
  note_id: string | null
  /** Its data; null for kinds whose data is built for each reader. */
  data: unknown
}

export interface EventRow extends StoredEvent {
  number: number
  status: 'awaiting_response' | 'processed'
}

/** Kinds of the desk's stream only. */
type DeskOnly = Exclude<StoredDeskEventName, EventName>

/** What has happened to a ticket. The data of the first three are built when they are sent (`live/kinds.ts`). */
export type Happening =
  // `is_rewritten`: its messages have changed and must be reloaded
  | { kind: 'ticket'; is_rewritten?: boolean }
  | { kind: 'message'; message_id: string }
  | { kind: 'note'; note_id: string }
  | { [N in StoredEventName]: { kind: N; data: EventData<N> } }[StoredEventName]
  | { [N in DeskOnly]: { kind: N; data: DeskEventData<N>; desk_only: true } }[DeskOnly]

/**
 * Writes an event as the last statement of the transaction that causes it, and notifies every server at the commit. A lock
 * per business makes its events, and so those of each of its restaurants, commit in id order: a stream that has seen one has
 * missed none before it. The lock is taken only at the commit (docs/decisions/0103-events-at-the-commit.md). `desk_only`
 * stores the event without a restaurant, so that no read by restaurant finds it.
 */
export const addEvent = (
  tx: TransactionSql,
  event: Happening & { ticket_id: string; now: Date; desk_only?: boolean },
): void => {
  const { desk_only = false } = event
  const message_id = event.kind === 'message' ? event.message_id : null
  const note_id = event.kind === 'note' ? event.note_id : null
  const data =
    'data' in event
      ? JSON.stringify(event.data)
      : event.kind === 'ticket' && event.is_rewritten === true
        ? JSON.stringify({ is_rewritten: true })
        : null
  tx.atCommit(tx`
    with place as (
      select restaurant_id, business_id from tickets where id = ${event.ticket_id}
    ), turn as materialized (
      select pg_advisory_xact_lock(hashtextextended('ticket_events', business_id)), restaurant_id, business_id from place
    ), written as (
      insert into ticket_events (restaurant_id, business_id, ticket_id, kind, message_id, note_id, data, created_at)
      select case when not ${desk_only}::boolean then restaurant_id end, business_id, ${event.ticket_id}::bigint,
        ${event.kind}::text, ${message_id}::bigint, ${note_id}::bigint, ${data}::text::jsonb, ${event.now}::timestamptz
      from turn returning restaurant_id, business_id
    )
    select pg_notify(${DESK_CHANNEL}, business_id::text),
      case when restaurant_id is not null then pg_notify(${CHANNEL}, restaurant_id::text) end
    from written`)
}

/** Writes a `ticket` event for each of these tickets, as {@link addEvent} does, in one statement. */
export const addTicketEvents = (
  tx: TransactionSql,
  { ticket_ids, now, desk_only }: { ticket_ids: readonly string[]; now: Date; desk_only: boolean },
): void => {
  const ids = [...ticket_ids]
  tx.atCommit(tx`
    select pg_advisory_xact_lock(hashtextextended('ticket_events', business_id))
    from (select distinct business_id from tickets where id = any(${ids}::bigint[]) order by business_id) place`)
  tx.atCommit(tx`
    with written as (
      insert into ticket_events (restaurant_id, business_id, ticket_id, kind, created_at)
      select case when not ${desk_only}::boolean then restaurant_id end, business_id, id, 'ticket', ${now}::timestamptz
      from tickets where id = any(${ids}::bigint[]) order by id
      returning restaurant_id, business_id
    )
    select pg_notify(${DESK_CHANNEL}, business_id::text),
      case when restaurant_id is not null then pg_notify(${CHANNEL}, restaurant_id::text) end
    from (select distinct restaurant_id, business_id from written) told`)
}

/** The events of a restaurant after `after`, oldest first, at most `limit`. */
export const listEvents = (
  db: Db,
  where: { restaurant_id: string; after: string; limit: number },
): Promise<EventRow[]> => db`
  select e.id, e.kind, e.ticket_id, e.message_id, e.note_id, e.data, coalesce(s.number, t.number) as number,
    coalesce(s.status, t.status) as status
  from ticket_events e join tickets t on t.id = e.ticket_id
  -- a merged ticket is shown as the surviving one
  left join tickets s on t.status = 'merged' and s.id = surviving_ticket(t.id)
  where e.restaurant_id = ${where.restaurant_id} and e.id > ${where.after}
  order by e.id limit ${where.limit}`

/** The id of the newest event of each restaurant, in the given order; '0' if there is none. */
export const lastEventIds = async (db: Db, restaurant_ids: readonly string[]): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select coalesce((select id from ticket_events where restaurant_id = r.id order by id desc limit 1), 0) as id
    from unnest(${[...restaurant_ids]}::bigint[]) with ordinality r (id, at) order by r.at`
  return rows.map(({ id }) => id)
}

/** Messages by their ids, with authors and attachments. */
export const findMessageRows = (db: Db, ids: readonly string[]): Promise<MessageRow[]> => db`
  select m.id, m.text, m.created_at, m.author_id, m.from_support, m.mark, p.first_name, p.image_key, '' as date,
    coalesce((
      select json_agg(json_build_object('id', id, 'file_key', file_key, 'file_name', file_name,
        'content_type', content_type, 'size', size, 'scan', (select scan from stored_files where key = file_key)) order by place)
      from attachments where message_id = m.id
    ), '[]') as attachments
  from messages m join people p on p.id = m.author_id
  where m.id = any(${[...ids]}::bigint[])`

/** Deletes events that no stream can still need. */
export const forgetEvents = async (db: Db, before: Date): Promise<void> => {
  await db`delete from ticket_events where created_at < ${before}`
}
