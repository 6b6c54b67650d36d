import type { LinkKind } from '@podmoga/contract/desk/relations'
import type { TicketStatus } from '@podmoga/contract/tickets'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { FindTicket } from '../../ports/domains/find-ticket.ts'
import { addEvent } from '../live/events.sql.ts'
import { moveMessages, renumber } from './merge.sql.ts'

export interface GlanceRow {
  id: string
  number: number
  status: TicketStatus
  category: string
  customer_name: string | null
  restaurant: { id: string; name: string }
  created_at: Date
  first_words: string
}

const CUSTOMER = (db: Db) => db`nullif(concat_ws(' ', p.first_name, p.last_name), '')`

const GLANCE = (db: Db) => db`
  t.id, t.number, t.status, t.category, t.created_at,
  json_build_object('id', r.id::text, 'name', r.name) as restaurant, ${CUSTOMER(db)} as customer_name,
  left(m.text, 200) as first_words`

const AROUND = (db: Db) => db`
  join restaurants r on r.id = t.restaurant_id join people p on p.id = t.author_id
  join messages m on m.ticket_id = t.id and m.position = 1`

/** Tickets by their ids, in short form. */
export const findGlances = (db: Db, ids: readonly string[]): Promise<GlanceRow[]> => db`
  select ${GLANCE(db)} from tickets t ${AROUND(db)} where t.id = any(${[...ids]}::bigint[])`

/** A ticket and all tickets merged into it, as a CTE called `name`. */
const FAMILY = (db: Db, name: string, ticket_id: string) => db`
  ${db.unsafe(name)} as (
    select ${ticket_id}::bigint as id
    union all select t.id from ${db.unsafe(name)} f join tickets t on t.merged_into = f.id
  )`

export interface MergedRow {
  id: string
  number: number
  customer_name: string | null
  merged_at: Date
  into: { id: string; number: number }
  can_undo: boolean
}

export const listMergedRows = (db: Db, ticket_id: string): Promise<MergedRow[]> => db`
  with recursive ${FAMILY(db, 'family', ticket_id)}
  select t.id, t.number, ${CUSTOMER(db)} as customer_name, g.merged_at,
    json_build_object('id', i.id::text, 'number', i.number) as into,
    i.status <> 'merged' and not exists (select from messages where ticket_id = i.id and id > g.newest_id) as can_undo
  from family f join ticket_merges g on g.ticket_id = f.id join tickets t on t.id = f.id join tickets i on i.id = g.into_id
    join people p on p.id = t.author_id
  order by g.merged_at desc, t.id desc`

/** Tickets linked with a ticket or with one merged into it; merged ones are resolved to the surviving ones. */
export const listLinkedRows = (
  db: Db,
  ticket_id: string,
): Promise<(GlanceRow & { kind: LinkKind; is_later: boolean })[]> => db`
  with recursive ${FAMILY(db, 'family', ticket_id)}, linked as (
    select l.kind, surviving_ticket(l.other_id) as id, l.other_id > l.one_id as is_later
    from family f join ticket_links l on l.one_id = f.id
    union all
    select l.kind, surviving_ticket(l.one_id), false from family f join ticket_links l on l.other_id = f.id
  )
  select * from (
    select distinct on (t.id) ${GLANCE(db)}, linked.kind, linked.is_later
    from linked join tickets t on t.id = linked.id ${AROUND(db)}
    where t.id <> ${ticket_id}
    order by t.id, linked.kind
  ) found order by id desc`

const NEIGHBOURS = 10

/** The newest other tickets of its restaurant: one short index read per status. */
export const listRestaurantRows = (db: Db, ticket_id: string): Promise<GlanceRow[]> => db`
  select ${GLANCE(db)} from (
    select n.* from tickets own
    cross join unnest(array['awaiting_response', 'processed']) as state (status)
    cross join lateral (
      select * from tickets where restaurant_id = own.restaurant_id and status = state.status and id <> own.id
      order by last_message_at desc, id desc limit ${NEIGHBOURS}
    ) n
    where own.id = ${ticket_id}
    order by n.last_message_at desc, n.id desc limit ${NEIGHBOURS}
  ) t ${AROUND(db)}
  order by t.last_message_at desc, t.id desc`

export const findTicket: FindTicket = async (db, where) => {
  const [row] = await db<{ id: string; business_id: string }[]>`
    select id, business_id from tickets
    where id = surviving_ticket(${where.ticket_id}) and business_id = any(${[...where.business_ids]}::bigint[])`
  return row
}

/** False if they were linked already. */
export const addLink = async (
  tx: TransactionSql,
  { ids, kind }: { ids: readonly [string, string]; kind: LinkKind },
): Promise<boolean> => {
  const rows = await tx`
    insert into ticket_links (one_id, other_id, kind)
    select least(one, other), greatest(one, other), ${kind}
    from (values (${ids[0]}::bigint, ${ids[1]}::bigint)) as pair (one, other)
    on conflict do nothing returning one_id`
  return rows.length > 0
}

/** False if there was no link. */
export const removeLink = async (tx: TransactionSql, ids: readonly [string, string]): Promise<boolean> => {
  const rows = await tx`
    with recursive ${FAMILY(tx, 'ours', ids[0])}, ${FAMILY(tx, 'theirs', ids[1])}
    delete from ticket_links l using ours, theirs
    where l.one_id = least(ours.id, theirs.id) and l.other_id = greatest(ours.id, theirs.id)
    returning l.one_id`
  return rows.length > 0
}

/** Notifies the desk only: restaurants do not see links. */
export const publishLinked = (tx: TransactionSql, ids: readonly string[], now: Date): void => {
  for (const ticket_id of ids) addEvent(tx, { kind: 'ticket', ticket_id, now, desk_only: true })
}

export interface OriginRow {
  author_id: string
  message_count: number
}

/** The author and message count of a ticket that the transaction has locked. */
export const findOrigin = async (tx: TransactionSql, ticket_id: string): Promise<OriginRow> => {
  const [row] = await tx<OriginRow[]>`
    select author_id, message_count from tickets where id = ${ticket_id}`
  if (row === undefined) throw new Error(`there is no ticket ${ticket_id}`)
  return row
}

/** Creates a ticket without messages, of the same restaurant, category and topic as another one. */
export const addTicketLike = async (
  tx: TransactionSql,
  draft: { like: string; author_id: string; assignee_id: string | null; at: Date },
): Promise<{ id: string; number: number }> => {
  const [row] = await tx<{ id: string; number: number }[]>`
    with origin as (
      select * from tickets where id = ${draft.like}
    ), business as (
      update businesses b set last_ticket_number = last_ticket_number + 1 from origin
      where b.id = origin.business_id returning b.id, b.last_ticket_number
    )
    insert into tickets (restaurant_id, business_id, number, author_id, assignee_id, category, topic, topic_name,
      last_message_at, created_at)
    select origin.restaurant_id, business.id, business.last_ticket_number, ${draft.author_id}::bigint,
      ${draft.assignee_id}::bigint, origin.category, origin.topic, origin.topic_name, ${draft.at}::timestamptz, ${draft.at}
    from origin, business returning id, number`
  if (row === undefined) throw new Error(`there is no ticket ${draft.like}`)
  return row
}

export interface SplitMessageRow {
  id: string
  author_id: string
  from_support: boolean
  created_at: Date
}

export const findMessageOf = async (
  tx: TransactionSql,
  where: { ticket_id: string; message_id: string },
): Promise<SplitMessageRow | undefined> => {
  const [row] = await tx<SplitMessageRow[]>`
    select id, author_id, from_support, created_at from messages
    where id = ${where.message_id} and ticket_id = ${where.ticket_id}`
  return row
}

/** Moves one message to a ticket that has none yet, and recomputes since when both tickets wait. */
export const splitOff = async (
  tx: TransactionSql,
  { message, from, to, now }: { message: SplitMessageRow; from: string; to: string; now: Date },
): Promise<void> => {
  await moveMessages(tx, { ids: [message.id], to })
  await renumber(tx, from)
  await renumber(tx, to)
  await tx`update tickets set waiting_since = last_message_at where id = ${to}`
  await tx`
    update tickets t set waiting_since = (
      select min(m.created_at) from messages m
      where m.ticket_id = t.id and not m.from_support and m.position > coalesce(
        (select max(position) from messages where ticket_id = t.id and from_support and not is_automatic), 0)
    )
    where t.id = ${from} and t.waiting_since >= ${message.created_at}`
  addEvent(tx, { kind: 'ticket', is_rewritten: true, ticket_id: from, now })
  addEvent(tx, { kind: 'message', ticket_id: to, message_id: message.id, now })
}
