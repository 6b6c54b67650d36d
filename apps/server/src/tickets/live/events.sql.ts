import type { DeskEventData, DeskEventName } from '@podmoga/contract/desk/events'
import type { EventData, EventName } from '@podmoga/contract/events'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { MessageRow } from '../tickets.sql.ts'

/** The channel on which a commit tells every server that a restaurant has news. */
export const CHANNEL = 'ticket_events'
/** The same for the desk of a business. */
export const DESK_CHANNEL = 'desk_events'

/** An event as it was written. */
export interface StoredEvent {
  id: string
  /** One of the contract's. */
  kind: string
  ticket_id: string
  message_id: string | null
  note_id: string | null
  /** What it tells by itself; null for a kind that is filled for each reader. */
  data: unknown
}

export interface EventRow extends StoredEvent {
  number: number
  status: 'awaiting_response' | 'processed'
}

/** Kinds that carry what they tell; the others are filled when they are told (`live/kinds.ts`), or are never written. */
type Carried = Exclude<
  EventName,
  'ticket' | 'message' | 'typing' | 'shift' | 'joining' | 'incident' | 'unread' | 'end'
>
/** The same of the desk's stream: the restaurant is told nothing of them. */
type CarriedToDesk = Exclude<DeskEventName, EventName | 'note' | 'presence' | 'counts'>

/** What has happened to a ticket. */
export type Happening =
  // `is_rewritten`: its messages are others than before, and are to be read anew
  | { kind: 'ticket'; is_rewritten?: boolean }
  | { kind: 'message'; message_id: string }
  | { kind: 'note'; note_id: string }
  | { [N in Carried]: { kind: N; data: EventData<N> } }[Carried]
  | { [N in CarriedToDesk]: { kind: N; data: DeskEventData<N>; desk_only: true } }[CarriedToDesk]

/**
 * Writes an event in the transaction of what it tells of, as its last word, and wakes every server at its commit. The events
 * of one business, and so those of each of its restaurants, are committed in the order of their ids: a stream that has seen
 * one has missed none before it. The business's turn is taken with the commit and not before
 * (docs/decisions/0103-events-at-the-commit.md). `desk_only` keeps it from the restaurant: no reading by restaurant can
 * find it.
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

/** Writes that these tickets are other ones now, as {@link addEvent} does for each, in one statement. */
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
  -- whoever asks for a merged ticket gets the other one
  left join tickets s on t.status = 'merged' and s.id = surviving_ticket(t.id)
  where e.restaurant_id = ${where.restaurant_id} and e.id > ${where.after}
  order by e.id limit ${where.limit}`

/** The newest event of each restaurant, in their order; '0' of one that has none. */
export const lastEventIds = async (db: Db, restaurant_ids: readonly string[]): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select coalesce((select id from ticket_events where restaurant_id = r.id order by id desc limit 1), 0) as id
    from unnest(${[...restaurant_ids]}::bigint[]) with ordinality r (id, at) order by r.at`
  return rows.map(({ id }) => id)
}

/** Messages by their ids, whole. */
export const findMessageRows = (db: Db, ids: readonly string[]): Promise<MessageRow[]> => db`
  select m.id, m.text, m.created_at, m.author_id, m.from_support, m.mark, p.first_name, p.image_key, '' as date,
    coalesce((
      select json_agg(json_build_object('id', id, 'file_key', file_key, 'file_name', file_name,
        'content_type', content_type, 'size', size, 'scan', (select scan from stored_files where key = file_key)) order by place)
      from attachments where message_id = m.id
    ), '[]') as attachments
  from messages m join people p on p.id = m.author_id
  where m.id = any(${[...ids]}::bigint[])`

/** Forgets events that nobody can still be waiting for. */
export const forgetEvents = async (db: Db, before: Date): Promise<void> => {
  await db`delete from ticket_events where created_at < ${before}`
}
