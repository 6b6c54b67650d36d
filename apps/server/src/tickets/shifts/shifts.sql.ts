import type { Db, Sql } from '@podmoga/sql/sql'
import type { Every } from '../../background/background.ts'
import type { Leaver, TakeAlong } from '../../module.ts'
import type { Clock } from '../../ports/clock.ts'

interface Whose {
  restaurant_id: string
  person_id: string
}

const PEOPLE = 50
const HANDOVERS = 10

export interface OnShiftRow {
  id: string
  first_name: string | null
  image_key: string | null
  began_at: Date
}

/** Who is on shift, the longest first; shifts begun before `since` were left open by mistake. */
export const listOnShift = (
  db: Db,
  where: { restaurant_id: string; since: Date },
): Promise<OnShiftRow[]> => db<OnShiftRow[]>`
  select p.id, p.first_name, p.image_key, s.began_at
  from shifts s
  join memberships m on m.restaurant_id = s.restaurant_id and m.person_id = s.person_id
  join people p on p.id = s.person_id and p.disabled_at is null
  where s.restaurant_id = ${where.restaurant_id} and s.ended_at is null and s.began_at > ${where.since}
  order by s.began_at, s.id limit ${PEOPLE}`

/** Begins a person's shift, unless they are on one; restarts one that was left open by mistake. */
export const beginShift = async (
  db: Db,
  { restaurant_id, person_id, now, since }: Whose & { now: Date; since: Date },
): Promise<void> => {
  await db`
    insert into shifts as s (restaurant_id, person_id, began_at) values (${restaurant_id}, ${person_id}, ${now})
    on conflict (restaurant_id, person_id) where ended_at is null do update
      set began_at = case when s.began_at > ${since} then s.began_at else excluded.began_at end`
}

export const endShift = async (
  db: Db,
  { restaurant_id, person_id, now }: Whose & { now: Date },
): Promise<void> => {
  await db`
    update shifts set ended_at = greatest(began_at, ${now})
    where restaurant_id = ${restaurant_id} and person_id = ${person_id} and ended_at is null`
}

export interface HandoverRow {
  id: string
  note: string
  author_id: string
  first_name: string | null
  created_at: Date
}

/** Handovers not accepted yet, oldest first. */
export const listHandovers = (db: Db, restaurant_id: string): Promise<HandoverRow[]> => db<HandoverRow[]>`
  select h.id, h.note, h.author_id, p.first_name, h.created_at
  from handovers h join people p on p.id = h.author_id
  where h.restaurant_id = ${restaurant_id} and h.accepted_at is null
  order by h.id limit ${HANDOVERS}`

export interface HandedTicketRow {
  handover_id: string
  id: string
  number: number
  category: string
  status: string
  last_message: string | null
  unread: number
}

/** The tickets of handovers in their present state; merged ones are resolved to the surviving ones. */
export const listHandedTickets = (
  db: Db,
  { restaurant_id, person_id, ids }: Whose & { ids: readonly string[] },
): Promise<HandedTicketRow[]> => db<HandedTicketRow[]>`
  select * from (
    select distinct on (x.handover_id, t.id) x.handover_id, t.id, t.number, t.category, t.status, t.last_message,
      t.last_message_at, (
        select count(*)::int from unread_messages u
        where u.person_id = ${person_id} and u.restaurant_id = ${restaurant_id} and u.ticket_id = t.id) as unread
    from handover_tickets x join tickets t on t.id = surviving_ticket(x.ticket_id)
    where x.handover_id = any(${[...ids]}::bigint[]) and t.restaurant_id = ${restaurant_id}
    order by x.handover_id, t.id
  ) handed order by last_message_at desc, id desc`

/**
 * Writes a handover with those of the tickets that are open in the restaurant, and notices for everybody in the restaurant
 * but its author who has not opted out.
 */
export const addHandover = async (
  tx: Db,
  given: Whose & { note: string; ticket_ids: readonly string[]; now: Date },
): Promise<string> => {
  const { restaurant_id, person_id, note, now } = given
  const [row] = await tx<{ id: string }[]>`
    insert into handovers (restaurant_id, author_id, note, created_at)
    values (${restaurant_id}, ${person_id}, ${note}, ${now}) returning id`
  if (row === undefined) throw new Error('a handover was not written')
  await tx`
    insert into handover_tickets (handover_id, ticket_id)
    select distinct ${row.id}::bigint, id from tickets
    where id = any(${[...given.ticket_ids]}::bigint[]) and restaurant_id = ${restaurant_id}
      and status = 'awaiting_response'`
  await tx`
    insert into notices (person_id, session_id, handover_id, kind, event_id, due_at)
    select p.id, s.session_id, ${row.id}, 'handover', 0, ${now}
    from memberships m
    join people p on p.id = m.person_id and p.disabled_at is null
    join push_subscriptions s on s.person_id = p.id
    left join notice_choices c on c.person_id = p.id and c.restaurant_id = m.restaurant_id
    where m.restaurant_id = ${restaurant_id} and p.id <> ${person_id} and coalesce(c.handovers, true)`
  return row.id
}

/** Accepts a handover; false if it does not exist or was accepted before. Its notices are withdrawn. */
export const accept = async (
  tx: Db,
  { restaurant_id, person_id, id, now }: Whose & { id: string; now: Date },
): Promise<boolean> => {
  const taken = await tx`
    update handovers set accepted_at = ${now}, accepted_by = ${person_id}
    where id = ${id} and restaurant_id = ${restaurant_id} and accepted_at is null`
  if (taken.count === 0) return false
  await tx`delete from notices where handover_id = ${id} and sent_at is null`
  await tx`update notices set kind = 'read', due_at = ${now} where handover_id = ${id}`
  return true
}

export interface Taken {
  author_id: string
  accepted_by: string
  first_name: string | null
  restaurant: string
}

/** Who accepted a handover, and its author. */
export const findTaken = async (db: Db, id: string): Promise<Taken | undefined> => {
  const [row] = await db<Taken[]>`
    select h.author_id, h.accepted_by, p.first_name, r.name as restaurant
    from handovers h join people p on p.id = h.accepted_by join restaurants r on r.id = h.restaurant_id
    where h.id = ${id}`
  return row
}

/** Who accepted a handover of the restaurant; undefined if nobody did, or there is none. */
export const findAcceptor = async (
  db: Db,
  { restaurant_id, id }: { restaurant_id: string; id: string },
): Promise<{ id: string; first_name: string | null } | undefined> => {
  const [row] = await db<{ id: string; first_name: string | null }[]>`
    select p.id, p.first_name from handovers h join people p on p.id = h.accepted_by
    where h.id = ${id} and h.restaurant_id = ${restaurant_id}`
  return row
}

/** The restaurant's people who had joined before support's last answer in a ticket and have read it. */
export const listReaderRows = async (
  db: Db,
  { restaurant_id, ticket_id }: { restaurant_id: string; ticket_id: string },
): Promise<{ message_id: string; readers: { first_name: string | null }[] } | undefined> => {
  const [last] = await db<{ id: string; created_at: Date }[]>`
    select id, created_at from messages where ticket_id = ${ticket_id} and from_support
    order by position desc limit 1`
  if (last === undefined) return undefined
  const readers = await db<{ first_name: string | null }[]>`
    select p.first_name from memberships m join people p on p.id = m.person_id and p.disabled_at is null
    where m.restaurant_id = ${restaurant_id} and m.created_at <= ${last.created_at}
      and not exists (select from unread_messages u where u.message_id = ${last.id} and u.person_id = p.id)
    order by p.first_name, p.id limit ${PEOPLE}`
  return { message_id: last.id, readers }
}

const KEPT_MS = 90 * 24 * 3_600_000
const SWEEP_MS = 3_600_000
const POLL_MS = 1000

/** Deletes shifts that ended, and handovers accepted, before a moment. */
const forgetShifts = async (db: Db, before: Date): Promise<void> => {
  await db`delete from shifts where ended_at < ${before}`
  await db`delete from handovers where accepted_at < ${before}`
}

/** Runs {@link forgetShifts} every hour. */
export const sweepShifts = (sql: Sql, clock: Clock): Every => ({
  ms: SWEEP_MS,
  tick_ms: POLL_MS,
  caller: 'notices',
  run: () => forgetShifts(sql, new Date(clock.now().getTime() - KEPT_MS)),
})

export const forgetOwnShifts = async (tx: Db, { person_id }: Leaver): Promise<readonly string[]> => {
  await tx`delete from shifts where person_id = ${person_id}`
  return []
}

export const takeHanded: TakeAlong = async (tx, ticket_ids) => {
  await tx`delete from handover_tickets where ticket_id = any(${[...ticket_ids]}::bigint[])`
  return []
}

/** A person's handovers, for their archive. */
export const listHandedOver = (db: Db, person_id: string): Promise<Record<string, unknown>[]> => db<
  Record<string, unknown>[]
>`
  select r.name as restaurant, h.note, h.created_at, h.accepted_at from handovers h
    join restaurants r on r.id = h.restaurant_id
  where h.author_id = ${person_id} order by h.id limit 10000`
