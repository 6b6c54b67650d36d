import type { Db } from '@podmoga/sql/sql'
import type { Leaver } from '../module.ts'
import { clearPerson } from './profile.people.sql.ts'
import { findPerson } from './profile.sql.ts'

/** Erases a person, their codes and letters; returns the file key of their photo. */
export const forgetProfile = async (tx: Db, leaver: Leaver): Promise<readonly string[]> => {
  const { person_id, addresses, now } = leaver
  const { image_key } = await findPerson(tx, { person_id })
  await tx`delete from codes where person_id = ${person_id}`
  await tx`delete from code_sends where person_id = ${person_id} or address = any(${[...addresses]}::text[])`
  await tx`delete from outbox where person_id = ${person_id} or to_address = any(${[...addresses]}::text[])`
  await tx`delete from reverts where person_id = ${person_id}`
  await clearPerson(tx, { person_id, now })
  return image_key === null ? [] : [image_key]
}

/** The data of a person for their archive. */
export const findFacts = async (db: Db, person_id: string): Promise<Record<string, unknown> | undefined> => {
  const [row] = await db<Record<string, unknown>[]>`
    select p.first_name, p.last_name, p.email, p.email_verified_at, p.phone, p.phone_verified_at,
      p.country_code, p.region, p.created_at, p.joined_at, p.disabled_at, b.name as business,
      array(select r.name || case m.role when 'manager' then ' (управляющий)' else '' end
        from memberships m join restaurants r on r.id = m.restaurant_id
        where m.person_id = p.id order by r.id) as restaurants,
      array(select role from desk_members d where d.person_id = p.id order by role) as desk_roles
    from people p join businesses b on b.id = p.business_id where p.id = ${person_id}`
  return row
}

export const findPhoto = async (db: Db, person_id: string): Promise<string | null> =>
  (await findPerson(db, { person_id })).image_key

export const listSealedLetters = (db: Db): Promise<{ what: string; about: string; sealed: Buffer }[]> => db`
  select 'outbox ' || id as what, channel || ' ' || to_address as about, sealed from outbox
  where sent_at is null and failed_at is null`
