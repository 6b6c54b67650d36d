import type { Db } from '@podmoga/sql/sql'
import { writeAudit } from '../../db/audit.ts'

export interface BusinessRow {
  id: string
  name: string
  network: string | null
  paid_until: Date | null
  people: number
  restaurants: number
  people_max: number | null
  restaurants_max: number | null
}

/** The businesses of the installation, after a given one. */
export const listBusinessRows = (
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<BusinessRow[]> => db<BusinessRow[]>`
  select b.id, b.name, b.network, b.paid_until, b.people_max, b.restaurants_max,
    (select count(*)::int from people p where p.business_id = b.id and p.disabled_at is null) as people,
    (select count(*)::int from restaurants r where r.business_id = b.id and r.archived_at is null) as restaurants
  from businesses b ${after === null ? db`` : db`where b.id > ${after}`}
  order by b.id limit ${limit}`

export interface Terms {
  paid_until: Date | null
  people_max: number | null
  restaurants_max: number | null
}

/** The plan limits of a business, with the row locked. */
export const lockTerms = async (db: Db, id: string): Promise<Terms | undefined> => {
  const [row] = await db<Terms[]>`
    select paid_until, people_max, restaurants_max from businesses where id = ${id} for no key update`
  return row
}

export const updateTerms = async (
  db: Db,
  { id, paid_until, people_max, restaurants_max }: Terms & { id: string },
) => {
  await db`
    update businesses set paid_until = ${paid_until}, people_max = ${people_max},
      restaurants_max = ${restaurants_max}
    where id = ${id}`
}

/** People whose cached access facts become stale when the plan changes. */
export const listPeopleIds = async (db: Db, business_id: string): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`select id from people where business_id = ${business_id}`
  return rows.map(({ id }) => id)
}

/** How many more people or restaurants the business's plan allows; null if unlimited. */
export const remainingFor = async (
  db: Db,
  { business_id, what }: { business_id: string; what: 'people' | 'restaurants' },
): Promise<number | null> => {
  const [row] = await db<{ room: number | null }[]>`
    select ${
      what === 'people'
        ? db`people_max - (select count(*)::int from people p where p.business_id = b.id and p.disabled_at is null)`
        : db`restaurants_max -
            (select count(*)::int from restaurants r where r.business_id = b.id and r.archived_at is null)`
    } as room from businesses b where b.id = ${business_id}`
  return row?.room ?? null
}

export interface ReadTicket {
  id: string
  status: string
  restaurant: string
}

export const findTicketByNumber = async (
  db: Db,
  { business_id, number }: { business_id: string; number: number },
): Promise<ReadTicket | undefined> => {
  const [row] = await db<ReadTicket[]>`
    select t.id, t.status, r.name as restaurant
    from tickets asked join tickets t on t.id = surviving_ticket(asked.id)
    join restaurants r on r.id = t.restaurant_id
    where asked.business_id = ${business_id} and asked.number = ${number}`
  return row
}

export const listNewest = (
  db: Db,
  { ticket_id, limit }: { ticket_id: string; limit: number },
): Promise<{ text: string; created_at: Date; from_support: boolean }[]> => db`
  select text, created_at, from_support from (
    select text, created_at, from_support, position from messages
    where ticket_id = ${ticket_id} order by position desc limit ${limit}) m
  order by position`

/** Makes the person with this login an operator of the installation, or removes that role; returns their id or null. */
export const setOperator = async (
  db: Db,
  asked: { email: string | null; phone: string | null; remove: boolean; now: Date },
): Promise<string | null> => {
  const [row] = await db<{ id: string }[]>`
    select id from people
    where (lower(email) = ${asked.email} or phone = ${asked.phone}) and disabled_at is null`
  if (row === undefined) return null
  if (asked.remove) await db`delete from operators where person_id = ${row.id}`
  else
    await db`
      insert into operators (person_id, created_at) values (${row.id}, ${asked.now}) on conflict do nothing`
  await writeAudit(db, {
    at: asked.now,
    event: asked.remove ? 'operator_removed' : 'operator_made',
    subject: `person ${row.id}`,
  })
  return row.id
}
