import type { Db } from '@podmoga/sql/sql'
import { setJoined } from '../../profile/profile.people.sql.ts'
import { isElsewhere } from './people.sql.ts'

export interface InvitationRow {
  id: string
  business_id: string
  business: string
  person_id: string
  subject: string
  purpose: 'join' | 'password'
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  restaurants: string[]
}

/** A new link revokes all other links of the person. */
export const addInvitation = async (
  db: Db,
  row: {
    business_id: string
    person_id: string
    purpose: 'join' | 'password'
    key_hash: Buffer
    created_by: string
    /** Restaurants of the inviting manager; null for an admin. */
    restaurant_ids: readonly string[] | null
    now: Date
    expires_at: Date
  },
): Promise<void> => {
  const restaurant_ids = row.restaurant_ids === null ? null : [...row.restaurant_ids]
  await endInvitations(db, { person_id: row.person_id, now: row.now })
  await db`
    insert into invitations
      (business_id, person_id, purpose, key_hash, created_by, restaurant_ids, created_at, expires_at)
    values (${row.business_id}, ${row.person_id}, ${row.purpose}, ${row.key_hash}, ${row.created_by},
      ${restaurant_ids}::bigint[], ${row.now}, ${row.expires_at})`
}

/** Revokes all links of the person. */
export const endInvitations = async (
  db: Db,
  { person_id, now }: { person_id: string; now: Date },
): Promise<void> => {
  await db`
    update invitations set revoked_at = ${now}
    where person_id = ${person_id} and used_at is null and revoked_at is null`
}

/**
 * The restaurants of the manager who created invitation `i`; null for an admin. Release 0.2.0 does not store them: then
 * those that the creator manages now without being an admin.
 */
const restaurantsOfMaker = (db: Db) => db`
  coalesce(i.restaurant_ids, (
    select array_agg(k.restaurant_id) from memberships k where k.person_id = i.created_by and k.role = 'manager'
    having not exists (select from desk_members a
      where a.person_id = i.created_by and a.business_id = i.business_id and a.role = 'admin')))`

/**
 * Whether the access of person `p` does not exceed that of the creator of invitation `i`: the person may have received
 * more since, and a link opens everything its person has.
 */
const isWithinMaker = (db: Db) => db`
  not ${isElsewhere(db)} and not exists (select from operators o where o.person_id = p.id)
  and (${restaurantsOfMaker(db)} is null or (
    not exists (select from desk_members d where d.person_id = p.id)
    and not exists (select from memberships m where m.person_id = p.id
      and (m.role <> 'staff' or m.restaurant_id <> all(${restaurantsOfMaker(db)})))))`

/** A valid invitation of a person who is not disabled; with `lock` both rows are locked. */
export const findInvitation = async (
  db: Db,
  { key_hash, now, lock }: { key_hash: Buffer; now: Date; lock: boolean },
): Promise<InvitationRow | undefined> => {
  const [row] = await db<InvitationRow[]>`
    select i.id, i.business_id, b.name as business, i.person_id, p.subject, i.purpose, p.first_name, p.last_name,
      p.email, p.phone,
      array(select r.name from memberships m join restaurants r on r.id = m.restaurant_id
        where m.person_id = p.id and r.archived_at is null order by r.id) as restaurants
    from invitations i join businesses b on b.id = i.business_id join people p on p.id = i.person_id
    where i.key_hash = ${key_hash} and i.used_at is null and i.revoked_at is null and i.expires_at > ${now}
      and p.disabled_at is null and ${isWithinMaker(db)}
    ${lock ? db`for no key update of i, p` : db``}`
  return row
}

/** The person has joined, with the password they chose. */
export const acceptInvitation = async (
  db: Db,
  change: { id: string; person_id: string; first_name: string | null; password_hash: string; now: Date },
): Promise<void> => {
  const { id, person_id, first_name, password_hash, now } = change
  await db`update invitations set used_at = ${now} where id = ${id}`
  await endInvitations(db, { person_id, now })
  await setJoined(db, { person_id, first_name, password_hash, now })
}
