import type { Db } from '@podmoga/sql/sql'
import type { Forget, Leaver } from '../../module.ts'

export interface ErasureRow {
  person_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  asked_at: Date
}

export const findErasure = async (db: Db, person_id: string): Promise<Date | null> => {
  const [row] = await db<{ asked_at: Date }[]>`
    select asked_at from erasure_requests where person_id = ${person_id}`
  return row?.asked_at ?? null
}

/** A repeated request keeps the first; returns whether this was the first. */
export const addErasure = async (
  db: Db,
  row: { person_id: string; business_id: string; now: Date },
): Promise<boolean> => {
  const added = await db`
    insert into erasure_requests (person_id, business_id, asked_at)
    values (${row.person_id}, ${row.business_id}, ${row.now}) on conflict do nothing`
  return added.count === 1
}

/** Returns whether there was one. */
export const endErasure = async (db: Db, person_id: string): Promise<boolean> =>
  (await db`delete from erasure_requests where person_id = ${person_id}`).count === 1

/** Pending requests after a given person, oldest first. */
export const listErasureRows = (
  db: Db,
  asked: { business_id: string; after: string | null; limit: number },
): Promise<ErasureRow[]> => db<ErasureRow[]>`
  select e.person_id, p.first_name, p.last_name, p.email, p.phone, e.asked_at
  from erasure_requests e join people p on p.id = e.person_id
  where e.business_id = ${asked.business_id}
    ${
      asked.after === null
        ? db``
        : db`and (e.asked_at, e.person_id) >
            (select asked_at, person_id from erasure_requests where person_id = ${asked.after})`
    }
  order by e.asked_at, e.person_id limit ${asked.limit}`

export const findAddresses = async (
  db: Db,
  person_id: string,
): Promise<Pick<Leaver, 'business_id' | 'email' | 'phone'> | undefined> => {
  const [row] = await db<Pick<Leaver, 'business_id' | 'email' | 'phone'>[]>`
    select business_id, email, phone from people where id = ${person_id}`
  return row
}

/** Erases what the business's own tables store about a person. */
export const forgetInBusiness: Forget = async (tx, { person_id }) => {
  await tx`delete from invitations where person_id = ${person_id}`
  await tx`delete from memberships where person_id = ${person_id}`
  await tx`delete from desk_members where person_id = ${person_id}`
  await endErasure(tx, person_id)
  return []
}
