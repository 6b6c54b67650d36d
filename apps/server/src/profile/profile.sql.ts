import type { Db } from '@podmoga/sql/sql'
import type { AddressKind } from './profile.addresses.ts'

export interface PersonRow {
  id: string
  business_id: string
  subject: string
  email: string | null
  email_verified_at: Date | null
  phone: string | null
  phone_verified_at: Date | null
  first_name: string | null
  last_name: string | null
  country_code: string | null
  region: string | null
  image_key: string | null
  password_hash: string | null
}

/** The person's row; with `lock` it is locked until the transaction ends. */
export const findPerson = async (
  db: Db,
  { person_id, lock = false }: { person_id: string; lock?: boolean },
): Promise<PersonRow> => {
  const [row] = await db<PersonRow[]>`
    select id, business_id, subject, email, email_verified_at, phone, phone_verified_at, first_name, last_name,
      country_code, region, image_key, password_hash
    from people where id = ${person_id} ${lock ? db`for no key update` : db``}`
  if (row === undefined) throw new Error('the signed-in person has no row')
  return row
}

export const updateName = async (
  db: Db,
  { person_id, first_name }: { person_id: string; first_name: string },
): Promise<void> => {
  await db`update people set first_name = ${first_name} where id = ${person_id}`
}

export const updateCountry = async (
  db: Db,
  { person_id, country_code, region }: { person_id: string; country_code: string; region: string },
): Promise<void> => {
  await db`update people set country_code = ${country_code}, region = ${region} where id = ${person_id}`
}

/** Sets the photo; returns the file key of the previous one. */
export const updateImage = async (
  db: Db,
  { person_id, image_key }: { person_id: string; image_key: string },
): Promise<string | null> => {
  const [row] = await db<{ image_key: string | null }[]>`
    with before as (select id, image_key from people where id = ${person_id} for no key update)
    update people p set image_key = ${image_key} from before where p.id = before.id
    returning before.image_key`
  return row?.image_key ?? null
}

/** The id of the person with this address, in any case. */
export const findByAddress = async (
  db: Db,
  { kind, address }: { kind: AddressKind; address: string },
): Promise<string | null> => {
  const [row] = await db<{ id: string }[]>`
    select id from people
    where ${kind === 'phone' ? db`phone = ${address}` : db`lower(email) = lower(${address})`}`
  return row?.id ?? null
}

/** Sets an address, verified at `verified_at` (null: not verified). Throws 23505 (unique violation) if it is taken. */
export const updateAddress = async (
  db: Db,
  change: { person_id: string; kind: AddressKind; address: string | null; verified_at: Date | null },
): Promise<void> => {
  const { person_id, kind, address, verified_at } = change
  if (kind === 'email')
    await db`update people set email = ${address}, email_verified_at = ${verified_at} where id = ${person_id}`
  else
    await db`update people set phone = ${address}, phone_verified_at = ${verified_at} where id = ${person_id}`
}

export const updatePassword = async (
  db: Db,
  { person_id, password_hash }: { person_id: string; password_hash: string | null },
): Promise<void> => {
  await db`update people set password_hash = ${password_hash} where id = ${person_id}`
}

/** Whether this very session has changed the password since then. */
export const hasJustChanged = async (
  db: Db,
  { person_id, session_id, since }: { person_id: string; session_id: string | null; since: Date },
): Promise<boolean> => {
  const rows = await db`
    select from audit
    where person_id = ${person_id} and at >= ${since} and event = 'password_changed' and session_id = ${session_id}
    limit 1`
  return rows.length > 0
}

/** Whether a write failed because an address is taken. */
export const isTaken = (error: unknown): boolean => (error as { code?: unknown }).code === '23505'
