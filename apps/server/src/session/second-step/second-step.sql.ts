import type { Db } from '@podmoga/sql/sql'

/** The second steps that a person has set up. */
export interface StepRow {
  /** The encrypted TOTP key; null if none is in use. */
  sealed: Buffer | null
  pending: Buffer | null
  recovery_left: number
  /** Number of passkeys. */
  passkeys: number
  /** Whether at least one passkey is required in addition to the password. */
  guarded: boolean
  password: boolean
  /** Businesses that may require a second step of this person. */
  desk_of: string[]
}

export const findStep = async (db: Db, person_id: string): Promise<StepRow> => {
  const [row] = await db<StepRow[]>`
    select t.sealed, t.pending, p.password_hash is not null as password,
      (select count(*)::int from passkeys k where k.person_id = p.id) as passkeys,
      exists (select from passkeys k where k.person_id = p.id and k.is_step) as guarded,
      (select count(*)::int from recovery_codes r where r.person_id = p.id and r.used_at is null) as recovery_left,
      array(
        select business_id::text from desk_members where person_id = p.id
        union select p.business_id::text where exists (select from desk_members where person_id = p.id)
          or exists (select from memberships where person_id = p.id and role = 'manager')
          or exists (select from operators where person_id = p.id)) as desk_of
    from people p left join totp_keys t on t.person_id = p.id
    where p.id = ${person_id}`
  const nobody = {
    sealed: null,
    pending: null,
    recovery_left: 0,
    passkeys: 0,
    guarded: false,
    password: false,
  }
  return row ?? { ...nobody, desk_of: [] }
}

/** Returns false if a code of this or a later time step was already used: of two at once, only one succeeds. */
export const useTotpStep = async (db: Db, { person_id, step }: { person_id: string; step: number }) =>
  (
    await db`
    update totp_keys set used_step = ${step}
    where person_id = ${person_id} and sealed is not null and used_step < ${step}
    returning person_id`
  ).length > 0

/** Returns false if there is no such code or it was already used. */
export const useRecoveryCode = async (
  db: Db,
  { person_id, code_hash, now }: { person_id: string; code_hash: Buffer; now: Date },
): Promise<boolean> =>
  (
    await db`
    update recovery_codes set used_at = ${now}
    where person_id = ${person_id} and code_hash = ${code_hash} and used_at is null
    returning person_id`
  ).length > 0

/** Stores a key that is being shown to the person; the current key stays in use until the new one is confirmed. */
export const keepPendingTotp = async (
  db: Db,
  { person_id, pending, now }: { person_id: string; pending: Buffer; now: Date },
): Promise<void> => {
  await db`
    insert into totp_keys (person_id, pending, changed_at) values (${person_id}, ${pending}, ${now})
    on conflict (person_id) do update set pending = excluded.pending, changed_at = excluded.changed_at`
}

/** Puts the confirmed key in use. Returns false if another key was shown or confirmed meanwhile. */
export const adoptPendingTotp = async (
  db: Db,
  { person_id, pending, step, now }: { person_id: string; pending: Buffer; step: number; now: Date },
): Promise<boolean> =>
  (
    await db`
    update totp_keys set sealed = pending, pending = null, used_step = ${step}, changed_at = ${now}
    where person_id = ${person_id} and pending = ${pending}
    returning person_id`
  ).length > 0

export const replaceRecoveryCodes = async (
  db: Db,
  { person_id, hashes, now }: { person_id: string; hashes: readonly Buffer[]; now: Date },
): Promise<void> => {
  await db`delete from recovery_codes where person_id = ${person_id}`
  await db`
    insert into recovery_codes (person_id, code_hash, created_at)
    select ${person_id}, code_hash, ${now} from unnest(${[...hashes]}::bytea[]) as code_hash`
}

/** Removes the TOTP key; recovery codes stay if the person has passkeys. Returns false if there was no key. */
export const forgetTotp = async (db: Db, person_id: string): Promise<boolean> => {
  const { sealed, passkeys } = await findStep(db, person_id)
  if (sealed === null) return false
  if (passkeys === 0) return forgetSecondStep(db, person_id)
  await db`delete from totp_keys where person_id = ${person_id}`
  return true
}

/** Removes every second step. Returns false if there was none. */
export const forgetSecondStep = async (db: Db, person_id: string): Promise<boolean> => {
  await db`delete from recovery_codes where person_id = ${person_id}`
  await db`update sessions set second_step_at = null where person_id = ${person_id} and ended_at is null`
  const passkeys = await db`delete from passkeys where person_id = ${person_id}`
  const keys = await db`delete from totp_keys where person_id = ${person_id}`
  return passkeys.count + keys.count > 0
}

export const notePassed = async (
  db: Db,
  { session_id, now }: { session_id: string; now: Date },
): Promise<void> => {
  await db`
    update sessions set second_step_at = ${now}, confirmed_at = ${now} where id = ${session_id} and ended_at is null`
}
