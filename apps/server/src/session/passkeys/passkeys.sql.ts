import type { Db } from '@podmoga/sql/sql'

/** What a passkey challenge is for. */
export type Purpose = 'sign_in' | 'own' | 'new'

interface Asked {
  /** Hash of the session id, or of the cookie of a browser where nobody is signed in. */
  bound_to: Buffer
  purpose: Purpose
  now: Date
}

/** Stores the newest challenge of a session or a browser, replacing the previous one; deletes expired ones. */
export const keepChallenge = async (
  db: Db,
  { bound_to, purpose, now, challenge, expires_at }: Asked & { challenge: string; expires_at: Date },
): Promise<void> => {
  await db`delete from passkey_challenges where expires_at < ${now}`
  await db`
    insert into passkey_challenges (bound_to, purpose, challenge, expires_at)
    values (${bound_to}, ${purpose}, ${challenge}, ${expires_at})
    on conflict (bound_to, purpose) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`
}

/**
 * Deletes and returns the challenge, so that it can be answered only once. Returns null if there is none or it has
 * expired.
 */
export const takeChallenge = async (db: Db, { bound_to, purpose, now }: Asked): Promise<string | null> => {
  const [row] = await db<{ challenge: string; expires_at: Date }[]>`
    delete from passkey_challenges where bound_to = ${bound_to} and purpose = ${purpose}
    returning challenge, expires_at`
  return row === undefined || row.expires_at <= now ? null : row.challenge
}

export interface PasskeyRow {
  id: string
  person_id: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  synced: boolean
  created_at: Date
  last_used_at: Date | null
}

/** A passkey with its owner. */
export interface OwnedPasskey extends PasskeyRow {
  subject: string
  enabled: boolean
}

export const findPasskey = async (db: Db, credential_id: string): Promise<OwnedPasskey | undefined> => {
  const [row] = await db<OwnedPasskey[]>`
    select k.id, k.person_id, k.credential_id, k.public_key, k.counter::float8 as counter, k.transports, k.name,
      k.synced, k.created_at, k.last_used_at, p.subject, p.disabled_at is null as enabled
    from passkeys k join people p on p.id = k.person_id
    where k.credential_id = ${credential_id}`
  return row
}

export const listPasskeyRows = (db: Db, person_id: string): Promise<PasskeyRow[]> => db<PasskeyRow[]>`
  select id, person_id, credential_id, public_key, counter::float8 as counter, transports, name, synced, created_at,
    last_used_at
  from passkeys where person_id = ${person_id} order by id`

/** Throws 23505 (unique violation) if the credential is already registered. */
export const insertPasskey = async (
  db: Db,
  row: Omit<PasskeyRow, 'id' | 'created_at' | 'last_used_at'> & { is_step: boolean; now: Date },
): Promise<void> => {
  await db`
    insert into passkeys
      (person_id, credential_id, public_key, counter, transports, name, synced, is_step, created_at, last_used_at)
    values (${row.person_id}, ${row.credential_id}, ${row.public_key}, ${row.counter},
      ${[...row.transports]}::text[], ${row.name}, ${row.synced}, ${row.is_step}, ${row.now}, ${row.now})`
}

/** Returns false if the counter has not grown: of a key and its copy used at once, only one succeeds. */
export const notePasskeyUsed = async (
  db: Db,
  { id, counter, synced, now }: { id: string; counter: number; synced: boolean; now: Date },
): Promise<boolean> =>
  (
    await db`
    update passkeys set counter = ${counter}, synced = ${synced}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`
  ).count > 0

/** Returns the passkey's name; undefined if the person has no such passkey. */
export const deletePasskey = async (
  db: Db,
  { id, person_id }: { id: string; person_id: string },
): Promise<string | undefined> => {
  const [row] = await db<{ name: string }[]>`
    delete from passkeys where id = ${id} and person_id = ${person_id} returning name`
  return row?.name
}

/** Returns false if the person has no such passkey. */
export const namePasskey = async (
  db: Db,
  { id, person_id, name }: { id: string; person_id: string; name: string },
): Promise<boolean> =>
  (await db`update passkeys set name = ${name} where id = ${id} and person_id = ${person_id}`).count > 0
