import type { DeviceFacts } from '@podmoga/contract/desk/devices'
import { likeOf } from '@podmoga/sql/like'
import type { Db } from '@podmoga/sql/sql'
import type { TakeAlong } from '../../module.ts'

/** A device with its restaurant's name. */
export interface DeviceRow extends Omit<DeviceFacts, 'kind'> {
  id: string
  business_id: string
  code: string
  kind: string
  photo_key: string | null
  archived_at: Date | null
  restaurant_name: string
}

const columns = (
  db: Db,
) => db`d.id, d.business_id, d.restaurant_id, d.code, d.kind, d.name, d.model, d.serial,
  d.place, d.photo_key, d.archived_at, r.name as restaurant_name`

/** The device of a sticker, if it is in use and its restaurant is open. */
export const findScanned = async (
  db: Db,
  { code, restaurant_id = null }: { code: string; restaurant_id?: string | null },
): Promise<DeviceRow | undefined> => {
  const [row] = await db<DeviceRow[]>`
    select ${columns(db)} from devices d join restaurants r on r.id = d.restaurant_id
    where d.code = ${code} and d.archived_at is null and r.archived_at is null
      ${restaurant_id === null ? db`` : db`and d.restaurant_id = ${restaurant_id}`}`
  return row
}

/** Which devices may be read: those of whole businesses, or of some restaurants. */
export interface DeviceScope {
  business_ids: readonly string[]
  /** null: all. */
  restaurant_ids: readonly string[] | null
}

const within = (
  db: Db,
  { business_ids, restaurant_ids }: DeviceScope,
) => db`d.business_id = any(${[...business_ids]}::bigint[])
  ${restaurant_ids === null ? db`` : db`and d.restaurant_id = any(${[...restaurant_ids]}::bigint[])`}`

export const findDevice = async (
  db: Db,
  { id, ...scope }: DeviceScope & { id: string },
  { lock = false } = {},
): Promise<DeviceRow | undefined> => {
  const [row] = await db<DeviceRow[]>`
    select ${columns(db)} from devices d join restaurants r on r.id = d.restaurant_id
    where d.id = ${id} and ${within(db, scope)} ${lock ? db`for update of d` : db``}`
  return row
}

export interface CountedRow extends DeviceRow {
  tickets: number
}

/** SQL: the ticket that stays of `t`. The function is called for merged ones only: most are not. */
const STAYS = (db: Db) => db`case when t.merged_into is null then t.id else surviving_ticket(t.id) end`

/** SQL: the number of tickets about device `d`; merged ones count as the one that stays. */
const TICKETS = (db: Db) => db`(
  select count(distinct ${STAYS(db)})::int from device_tickets l join tickets t on t.id = l.ticket_id
  where l.device_id = d.id) as tickets`

/** A page of devices by name, each with its number of tickets. */
export const listDeviceRows = (
  db: Db,
  asked: DeviceScope & {
    words: readonly string[]
    is_archived: boolean
    after: string | null
    limit: number
  },
): Promise<CountedRow[]> => db<CountedRow[]>`
  select ${columns(db)}, ${TICKETS(db)}
  from devices d join restaurants r on r.id = d.restaurant_id
  where ${within(db, asked)} and (d.archived_at is not null) = ${asked.is_archived}
    ${asked.words.reduce((so_far, word) => db`${so_far} and d.find_text like ${likeOf(word)}`, db``)}
    ${
      asked.after === null
        ? db``
        : db`and (d.name, d.id) > (select name, id from devices a
            where a.id = ${asked.after} and a.business_id = any(${[...asked.business_ids]}::bigint[]))`
    }
  order by d.name, d.id limit ${asked.limit}`

/** A restaurant whose devices may be read, also an archived one. */
export const findRestaurant = async (
  db: Db,
  { id, business_ids, restaurant_ids }: DeviceScope & { id: string },
): Promise<{ name: string; archived_at: Date | null } | undefined> => {
  const [row] = await db<{ name: string; archived_at: Date | null }[]>`
    select name, archived_at from restaurants
    where id = ${id} and business_id = any(${[...business_ids]}::bigint[])
      and ${restaurant_ids === null ? db`true` : db`id = any(${[...restaurant_ids]}::bigint[])`}`
  return row
}

/** All devices in use in some restaurants, to compare with an imported file or to print stickers. */
export const listInUse = (db: Db, scope: DeviceScope): Promise<DeviceRow[]> => db<DeviceRow[]>`
  select ${columns(db)} from devices d join restaurants r on r.id = d.restaurant_id
  where ${within(db, scope)} and d.archived_at is null order by d.name, d.id`

/** Counts the devices in use and locks the restaurant's devices, so that the count stays valid until one is added. */
export const countInUse = async (db: Db, restaurant_id: string): Promise<number> => {
  await db`select pg_advisory_xact_lock(hashtextextended(${`devices of ${restaurant_id}`}, 0))`
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from devices where restaurant_id = ${restaurant_id} and archived_at is null`
  return row?.count ?? 0
}

export const insertDevice = async (
  db: Db,
  row: DeviceFacts & { business_id: string; code: string; now: Date },
): Promise<string> => {
  const [added] = await db<{ id: string }[]>`
    insert into devices (business_id, restaurant_id, code, kind, name, model, serial, place, created_at)
    values (${row.business_id}, ${row.restaurant_id}, ${row.code}, ${row.kind}, ${row.name}, ${row.model},
      ${row.serial}, ${row.place}, ${row.now}) returning id`
  if (added === undefined) throw new Error('nothing was inserted')
  return added.id
}

export const updateDevice = async (db: Db, row: DeviceFacts & { id: string }): Promise<void> => {
  await db`
    update devices set restaurant_id = ${row.restaurant_id}, kind = ${row.kind}, name = ${row.name},
      model = ${row.model}, serial = ${row.serial}, place = ${row.place}
    where id = ${row.id}`
}

export const setDeviceArchived = async (
  db: Db,
  { id, at }: { id: string; at: Date | null },
): Promise<void> => {
  await db`update devices set archived_at = ${at} where id = ${id}`
}

export const setPhotoKey = async (db: Db, { id, key }: { id: string; key: string | null }): Promise<void> => {
  await db`update devices set photo_key = ${key} where id = ${id}`
}

export const linkTicket = async (
  db: Db,
  { ticket_id, device_id }: { ticket_id: string; device_id: string },
): Promise<void> => {
  await db`insert into device_tickets (ticket_id, device_id) values (${ticket_id}, ${device_id})`
}

/** A device of the restaurant, even if archived since, so that tickets written offline about it are not lost. */
export const findOfRestaurant = async (
  db: Db,
  { code, restaurant_id }: { code: string; restaurant_id: string },
): Promise<string | undefined> => {
  const [row] = await db<{ id: string }[]>`
    select id from devices where code = ${code} and restaurant_id = ${restaurant_id}`
  return row?.id
}

export interface FaultRow {
  id: string
  number: number
  status: 'awaiting_response' | 'processed'
  last_message: string | null
  created_at: Date
}

/**
 * Tickets about a device, newest first, a merged one as the one that stays; limited to one restaurant if the reader sees no
 * other.
 */
export const listFaults = (
  db: Db,
  asked: { device_id: string; restaurant_id: string | null; after: string | null; limit: number },
): Promise<FaultRow[]> => db<FaultRow[]>`
  select t.id, t.number, t.status, t.last_message, t.created_at
  from (
    select distinct ${STAYS(db)} as id from device_tickets f join tickets t on t.id = f.ticket_id
    where f.device_id = ${asked.device_id}
  ) l join tickets t on t.id = l.id
  where true
    ${asked.restaurant_id === null ? db`` : db`and t.restaurant_id = ${asked.restaurant_id}`}
    ${asked.after === null ? db`` : db`and t.id < ${asked.after}`}
  order by t.id desc limit ${asked.limit}`

/**
 * The device of a ticket, else of one merged into it, with its number of tickets; null if there is none; undefined if there
 * is no such ticket.
 */
export const findOfTicket = async (
  db: Db,
  { ticket_id, business_ids }: { ticket_id: string; business_ids: readonly string[] },
): Promise<CountedRow | null | undefined> => {
  const [row] = await db<{ device_id: string | null; business_id: string }[]>`
    with recursive family as (
      select id, business_id, 0 as depth from tickets
      where id = surviving_ticket(${ticket_id}) and business_id = any(${[...business_ids]}::bigint[])
      union all
      select m.id, m.business_id, f.depth + 1 from family f join tickets m on m.merged_into = f.id
    )
    select l.device_id, f.business_id from family f left join device_tickets l on l.ticket_id = f.id
    order by l.device_id is null, f.depth, f.id limit 1`
  if (row === undefined) return undefined
  if (row.device_id === null) return null
  const [device] = await db<CountedRow[]>`
    select ${columns(db)}, ${TICKETS(db)}
    from devices d join restaurants r on r.id = d.restaurant_id
    where d.id = ${row.device_id} and d.business_id = ${row.business_id}`
  return device ?? null
}

export interface AlikeRow {
  id: string
  name: string
  place: string
  restaurant_name: string
  recent: number
}

/** Other devices of the same model in the business, those with most tickets since then first. */
export const listAlike = (
  db: Db,
  { of, since, limit }: { of: DeviceRow; since: Date; limit: number },
): Promise<AlikeRow[]> => db<AlikeRow[]>`
  select d.id, d.name, d.place, r.name as restaurant_name, (
    select count(distinct ${STAYS(db)})::int from device_tickets l join tickets t on t.id = l.ticket_id
    where l.device_id = d.id and t.created_at >= ${since}
  ) as recent
  from devices d join restaurants r on r.id = d.restaurant_id
  where d.business_id = ${of.business_id} and d.kind = ${of.kind} and d.model = ${of.model} and d.id <> ${of.id}
    and d.archived_at is null
  order by recent desc, d.name, d.id limit ${limit}`

export const takeDeviceTickets: TakeAlong = async (tx, ticket_ids) => {
  await tx`delete from device_tickets where ticket_id = any(${[...ticket_ids]}::bigint[])`
  return []
}
