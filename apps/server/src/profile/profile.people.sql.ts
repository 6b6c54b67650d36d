// Writes to `people` for other modules: the profile module owns the table.
import type { Db } from '@podmoga/sql/sql'
import { ERASED_NAME } from '../module.ts'

export interface NewPerson {
  business_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  /** When the phone was verified by a code. */
  phone_verified_at?: Date
  now: Date
}

/**
 * Inserts a person who was invited or admitted and has not joined yet. Throws 23505 (unique violation) if an address is
 * taken.
 */
export const addPerson = async (db: Db, person: NewPerson): Promise<string> => {
  const [row] = await db<{ id: string }[]>`
    insert into people (business_id, first_name, last_name, email, phone, phone_verified_at, created_at, joined_at)
    values (${person.business_id}, ${person.first_name}, ${person.last_name}, ${person.email}, ${person.phone},
      ${person.phone_verified_at ?? null}, ${person.now}, null)
    returning id`
  if (row === undefined) throw new Error('nothing was inserted')
  return row.id
}

/** Inserts many invited people who have not joined yet, in one statement; returns their ids in the given order. */
export const insertPeople = async (
  db: Db,
  {
    business_id,
    now,
    rows,
  }: {
    business_id: string
    now: Date
    rows: readonly Pick<NewPerson, 'first_name' | 'last_name' | 'email' | 'phone'>[]
  },
): Promise<string[]> => {
  const made = await db<{ id: string; email: string | null; phone: string | null }[]>`
    insert into people (business_id, first_name, last_name, email, phone, created_at, joined_at)
    select ${business_id}, first_name, last_name, email, phone, ${now}, null
    from jsonb_to_recordset(${db.json(rows)})
      as r (first_name text, last_name text, email text, phone text)
    returning id::text, email, phone`
  const byAddress = new Map(made.map(({ id, email, phone }) => [`${email} ${phone}`, id]))
  return rows.map(({ email, phone }) => byAddress.get(`${email} ${phone}`) ?? '')
}

/** Inserts the owner of a new business, already joined. Throws 23505 (unique violation) if the address is taken. */
export const addOwner = async (
  db: Db,
  owner: Omit<NewPerson, 'phone_verified_at'> & { password_hash: string },
): Promise<{ id: string; subject: string; business_id: string }> => {
  const [row] = await db<{ id: string; subject: string; business_id: string }[]>`
    insert into people (business_id, email, phone, first_name, last_name, password_hash, created_at, joined_at)
    values (${owner.business_id}, ${owner.email}, ${owner.phone}, ${owner.first_name}, ${owner.last_name},
      ${owner.password_hash}, ${owner.now}, ${owner.now})
    returning id, subject, business_id`
  if (row === undefined) throw new Error('nothing was inserted')
  return row
}

/** Fills in a person's details from an imported file; missing addresses only until the person has joined. */
export const fillInPerson = async (
  db: Db,
  person: {
    id: string
    first_name: string | null
    last_name: string | null
    email: string | null
    phone: string | null
  },
): Promise<void> => {
  await db`
    update people set first_name = coalesce(${person.first_name}, first_name),
      last_name = coalesce(${person.last_name}, last_name),
      email = case when joined_at is null then coalesce(email, ${person.email}) else email end,
      phone = case when joined_at is null then coalesce(phone, ${person.phone}) else phone end
    where id = ${person.id}`
}

export const renamePerson = async (
  db: Db,
  one: { person_id: string; first_name: string | null; last_name: string | null },
): Promise<void> => {
  await db`
    update people set first_name = ${one.first_name}, last_name = ${one.last_name} where id = ${one.person_id}`
}

export const setDisabled = async (
  db: Db,
  { person_id, at }: { person_id: string; at: Date | null },
): Promise<void> => {
  await db`update people set disabled_at = ${at} where id = ${person_id}`
}

/** The person has joined, and the company's sign-in provider has verified the address. */
export const markJoined = async (
  db: Db,
  { person_id, now }: { person_id: string; now: Date },
): Promise<void> => {
  await db`
    update people set joined_at = coalesce(joined_at, ${now}), email_verified_at = coalesce(email_verified_at, ${now})
    where id = ${person_id}`
}

/** Sets the password of an admitted person; returns false if they are disabled or have already joined. */
export const setFirstPassword = async (
  db: Db,
  { person_id, password_hash, now }: { person_id: string; password_hash: string; now: Date },
): Promise<boolean> => {
  const set = await db`
    update people set password_hash = ${password_hash}, joined_at = ${now}
    where id = ${person_id} and joined_at is null and disabled_at is null`
  return set.count === 1
}

/** The invited person has joined, with the password they chose, and the name if they gave one. */
export const setJoined = async (
  db: Db,
  one: { person_id: string; first_name: string | null; password_hash: string; now: Date },
): Promise<void> => {
  await db`
    update people set password_hash = ${one.password_hash}, joined_at = coalesce(joined_at, ${one.now}),
      first_name = coalesce(${one.first_name}, first_name)
    where id = ${one.person_id}`
}

/** The person has answered the question about notifications. */
export const markAskedOfNotices = async (db: Db, person_id: string, now: Date): Promise<void> => {
  await db`update people set notices_asked_at = ${now} where id = ${person_id} and notices_asked_at is null`
}

/** Anonymizes the row of a person, because rows of others refer to it. */
export const clearPerson = async (
  db: Db,
  { person_id, now }: { person_id: string; now: Date },
): Promise<void> => {
  await db`
    update people set first_name = ${ERASED_NAME}, last_name = null, email = null, email_verified_at = null,
      phone = null, phone_verified_at = null, country_code = null, region = null, image_key = null,
      password_hash = null, subject = gen_random_uuid()::text, disabled_at = coalesce(disabled_at, ${now}),
      joined_at = coalesce(joined_at, ${now}), erased_at = ${now}
    where id = ${person_id}`
}
