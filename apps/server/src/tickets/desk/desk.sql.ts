import type { DeskRole } from '@podmoga/contract/session'
import type { TicketStatus } from '@podmoga/contract/tickets'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { addEvent } from '../live/events.sql.ts'
import type { TicketFacts } from '../tickets.sql.ts'
import { AGENT, type WorkRow } from './queue.sql.ts'

export interface DeskMemberRow {
  id: string
  first_name: string | null
  image_key: string | null
  roles: DeskRole[]
  businesses: { id: string; name: string }[]
}

/** A person with their desk roles and businesses; undefined if they have no such role. */
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

export interface DeskTicketRow extends TicketFacts, WorkRow {
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

/** A ticket with its customer, business and restaurant. */
export const findDeskTicketRow = async (
  db: Db,
  where: { business_ids: readonly string[]; ticket_id: string },
): Promise<DeskTicketRow | undefined> => {
  const [row] = await db<DeskTicketRow[]>`
    select t.id, t.number, t.status, t.category, t.topic, t.topic_name, t.created_at, t.closed_at, t.waiting_since,
      t.priority, t.tags, t.snoozed_until, ${AGENT(db)} as assignee,
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
          where author_id = t.author_id and business_id = t.business_id and id <> t.id and status <> 'merged'
          order by id desc limit 10
        ) o
      ), '[]') as past_tickets
    from tickets t
    join businesses b on b.id = t.business_id
    join restaurants r on r.id = t.restaurant_id
    join people p on p.id = t.author_id
    left join people a on a.id = t.assignee_id
    where t.id = surviving_ticket(${where.ticket_id}) and t.business_id = any(${[...where.business_ids]}::bigint[])`
  return row
}

/** Moves a ticket that the transaction has locked to the archive. */
export const markProcessed = async (tx: TransactionSql, ticket_id: string, now: Date): Promise<void> => {
  await tx`
    update tickets set status = 'processed', closed_at = greatest(${now}, last_message_at), snoozed_until = null
    where id = ${ticket_id}`
  addEvent(tx, { kind: 'ticket', ticket_id, now })
}

/** Returns a ticket that the transaction has locked to the queue; the customer's waiting time goes on. */
export const markOpen = async (tx: TransactionSql, ticket_id: string, now: Date): Promise<void> => {
  await tx`update tickets set status = 'awaiting_response', closed_at = null where id = ${ticket_id}`
  addEvent(tx, { kind: 'ticket', ticket_id, now })
}

export const listDeskRestaurantRows = (
  db: Db,
  business_ids: readonly string[],
): Promise<{ id: string; name: string; groups: string[] }[]> => db`
  select id, name, groups from restaurants where business_id = any(${[...business_ids]}::bigint[]) order by name, id`
