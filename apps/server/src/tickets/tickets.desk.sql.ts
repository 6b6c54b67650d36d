import type { DeskRole } from '@podmoga/contract/session'
import type { TicketStatus } from '@podmoga/contract/tickets'
import type { Db, TransactionSql } from '../db/sql.ts'
import { addEvent } from './tickets.events.sql.ts'
import { type Listed, listed } from './tickets.sql.ts'

export interface DeskMemberRow {
  id: string
  first_name: string | null
  image_key: string | null
  roles: DeskRole[]
  businesses: { id: string; name: string }[]
}

/** A person at the desk with every role and business; undefined for anybody else. */
export const findDeskMemberRow = async (db: Db, person_id: string): Promise<DeskMemberRow | undefined> => {
  const [row] = await db<DeskMemberRow[]>`
    select p.id, p.first_name, p.image_key,
      array(
        select role from desk_members where person_id = p.id
        union select 'manager' from memberships where person_id = p.id and role = 'manager'
        union select 'operator' from operators where person_id = p.id
        order by 1) as roles,
      (select json_agg(json_build_object('id', b.id::text, 'name', b.name) order by b.name, b.id)
       from businesses b
       where b.id in (select business_id from desk_members where person_id = p.id)
         or b.id = p.business_id and not exists (select from desk_members where person_id = p.id)) as businesses
    from people p
    where p.id = ${person_id}`
  return row === undefined || row.roles.length === 0 ? undefined : row
}

export interface DeskTicketListRow {
  id: string
  number: number
  status: TicketStatus
  category: string
  topic: string | null
  topic_name: string | null
  restaurant_id: string
  restaurant_name: string
  customer_name: string | null
  last_message: string
  last_from_support: boolean
  last_author_name: string | null
  created_at: Date
  last_message_at: Date
  waiting_since: Date | null
}

export interface DeskList {
  business_ids: readonly string[]
  /** null: every restaurant of these businesses. */
  restaurant_id: string | null
  /** null: any number. */
  number: number | null
  page: number
  page_size: number
}

const COLUMNS = (db: Db) => db`
  page.id, page.number, page.status, page.category, page.topic, page.topic_name, page.restaurant_id, r.name as restaurant_name,
  nullif(concat_ws(' ', p.first_name, p.last_name), '') as customer_name, page.last_message,
  page.last_from_support, nullif(concat_ws(' ', w.first_name, w.last_name), '') as last_author_name, page.created_at, page.last_message_at, page.waiting_since`

// Each business, or the one restaurant, is one short read of its own index; the pages of all are merged after.
const PLACES = (db: Db, list: DeskList) =>
  list.restaurant_id === null
    ? db`unnest(${[...list.business_ids]}::bigint[]) as place (id)`
    : db`(select id from restaurants where id = ${list.restaurant_id}
        and business_id = any(${[...list.business_ids]}::bigint[])) as place`

const OF_PLACE = (db: Db, list: DeskList) =>
  db`${list.restaurant_id === null ? db`t.business_id` : db`t.restaurant_id`} = place.id
    ${list.number === null ? db`` : db`and t.number = ${list.number}`}`

const COUNTED = (db: Db, list: DeskList) => db`
  ticket_counts c join restaurants r on r.id = c.restaurant_id
  where r.business_id = any(${[...list.business_ids]}::bigint[])
    ${list.restaurant_id === null ? db`` : db`and c.restaurant_id = ${list.restaurant_id}`}`

type Counted = { total_items: number; waiting_items: number }
export type DeskListed = Listed<DeskTicketListRow> & { waiting_items: number }

const deskListed = (rows: readonly (DeskTicketListRow & Counted)[], list: DeskList): DeskListed => {
  const result = listed(rows)
  const waiting_items = rows[0]?.waiting_items ?? 0
  // A number is one ticket of a business: those found are all there are.
  return list.number === null
    ? { ...result, waiting_items }
    : { ...result, total_items: result.rows.length, waiting_items }
}

/** Open tickets, who waits longest first. `waiting_items` counts those that wait, whatever the page shows. */
export const listQueueRows = async (db: Db, list: DeskList & { waiting: boolean }): Promise<DeskListed> => {
  const take = list.page * list.page_size
  const rows = await db<(DeskTicketListRow & Counted)[]>`
    select total.total_items, total.waiting_items, ${COLUMNS(db)}
    from (
      select coalesce(sum(${list.waiting ? db`c.waiting` : db`c.items`}), 0)::int as total_items,
        coalesce(sum(c.waiting), 0)::int as waiting_items
      from ${COUNTED(db, list)} and c.status = 'awaiting_response'
    ) total
    left join (
      select t.* from ${PLACES(db, list)}
      cross join lateral (
        select * from tickets t
        where t.status = 'awaiting_response' and ${OF_PLACE(db, list)}
          ${list.waiting ? db`and t.waiting_since is not null` : db``}
        order by t.waiting_since, t.last_message_at, t.id limit ${take}
      ) t
      order by t.waiting_since, t.last_message_at, t.id
      limit ${list.page_size} offset ${take - list.page_size}
    ) page on true
    left join restaurants r on r.id = page.restaurant_id
    left join people p on p.id = page.author_id
    left join messages m on m.ticket_id = page.id and m.position = page.message_count
    left join people w on w.id = m.author_id
    order by page.waiting_since, page.last_message_at, page.id`
  return deskListed(rows, list)
}

/** Processed tickets, those closed last first. */
export const listArchiveRows = async (db: Db, list: DeskList): Promise<DeskListed> => {
  const take = list.page * list.page_size
  const rows = await db<(DeskTicketListRow & Counted)[]>`
    select total.total_items, total.waiting_items, ${COLUMNS(db)}
    from (
      select coalesce(sum(c.items) filter (where c.status = 'processed'), 0)::int as total_items,
        coalesce(sum(c.waiting) filter (where c.status = 'awaiting_response'), 0)::int as waiting_items
      from ${COUNTED(db, list)}
    ) total
    left join (
      select t.* from ${PLACES(db, list)}
      cross join lateral (
        select * from tickets t where t.status = 'processed' and ${OF_PLACE(db, list)}
        order by t.closed_at desc, t.id desc limit ${take}
      ) t
      order by t.closed_at desc, t.id desc
      limit ${list.page_size} offset ${take - list.page_size}
    ) page on true
    left join restaurants r on r.id = page.restaurant_id
    left join people p on p.id = page.author_id
    left join messages m on m.ticket_id = page.id and m.position = page.message_count
    left join people w on w.id = m.author_id
    order by page.closed_at desc, page.id desc`
  return deskListed(rows, list)
}

export interface DeskTicketRow {
  id: string
  number: number
  status: TicketStatus
  category: string
  topic: string | null
  topic_name: string | null
  created_at: Date
  closed_at: Date | null
  waiting_since: Date | null
  business: { id: string; name: string; network: string | null }
  restaurant: { id: string; name: string; timezone: string }
  customer: {
    id: string
    first_name: string | null
    last_name: string | null
    email: string | null
    is_email_verified: boolean
    phone: string | null
    country_code: string | null
    region: string | null
    image_key: string | null
  }
  past_tickets: { id: string; number: number; category: string; status: TicketStatus; created_at: string }[]
}

/** A ticket with its customer and where they write from. */
export const findDeskTicketRow = async (
  db: Db,
  where: { business_ids: readonly string[]; ticket_id: string },
): Promise<DeskTicketRow | undefined> => {
  const [row] = await db<DeskTicketRow[]>`
    select t.id, t.number, t.status, t.category, t.topic, t.topic_name, t.created_at, t.closed_at, t.waiting_since,
      json_build_object('id', b.id::text, 'name', b.name, 'network', b.network) as business,
      json_build_object('id', r.id::text, 'name', r.name, 'timezone', r.timezone) as restaurant,
      json_build_object('id', p.id::text, 'first_name', p.first_name, 'last_name', p.last_name, 'email', p.email,
        'is_email_verified', p.email_verified_at is not null, 'phone', p.phone, 'country_code', p.country_code,
        'region', p.region, 'image_key', p.image_key) as customer,
      coalesce((
        select json_agg(json_build_object('id', o.id::text, 'number', o.number, 'category', o.category,
          'status', o.status, 'created_at', o.created_at) order by o.id desc)
        from (
          select * from tickets
          where author_id = t.author_id and business_id = t.business_id and id <> t.id
          order by id desc limit 10
        ) o
      ), '[]') as past_tickets
    from tickets t
    join businesses b on b.id = t.business_id
    join restaurants r on r.id = t.restaurant_id
    join people p on p.id = t.author_id
    where t.id = ${where.ticket_id} and t.business_id = any(${[...where.business_ids]}::bigint[])`
  return row
}

/** Moves a ticket that the transaction has locked to the archive. */
export const markProcessed = async (tx: TransactionSql, ticket_id: string, now: Date): Promise<void> => {
  const rows = await tx<{ restaurant_id: string }[]>`
    update tickets set status = 'processed', closed_at = greatest(${now}, last_message_at) where id = ${ticket_id}
    returning restaurant_id`
  for (const { restaurant_id } of rows)
    await addEvent(tx, { restaurant_id, ticket_id, message_id: null, now })
}

/** Moves a ticket that the transaction has locked back to the queue: who waited before waits on. */
export const markOpen = async (tx: TransactionSql, ticket_id: string, now: Date): Promise<void> => {
  const rows = await tx<{ restaurant_id: string }[]>`
    update tickets set status = 'awaiting_response', closed_at = null where id = ${ticket_id}
    returning restaurant_id`
  for (const { restaurant_id } of rows)
    await addEvent(tx, { restaurant_id, ticket_id, message_id: null, now })
}

export const listDeskRestaurantRows = (
  db: Db,
  business_ids: readonly string[],
): Promise<{ id: string; name: string }[]> => db`
  select id, name from restaurants where business_id = any(${[...business_ids]}::bigint[]) order by name, id`
