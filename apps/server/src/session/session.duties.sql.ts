import type { Db } from '@podmoga/sql/sql'
import type { Leaver } from '../module.ts'

/** Deletes a person's sessions, API keys and second steps. The sessions must be ended first. */
export const forgetSessions = async (tx: Db, { person_id }: Leaver): Promise<readonly string[]> => {
  await tx`delete from renewals where session_id in (select id from sessions where person_id = ${person_id})`
  await tx`delete from sessions where person_id = ${person_id}`
  await tx`delete from api_keys where person_id = ${person_id}`
  await tx`delete from totp_keys where person_id = ${person_id}`
  await tx`delete from passkeys where person_id = ${person_id}`
  await tx`delete from recovery_codes where person_id = ${person_id}`
  return []
}

/** A person's sessions (when and from where), for their archive. */
export const listAllSessions = (db: Db, person_id: string): Promise<Record<string, unknown>[]> => db<
  Record<string, unknown>[]
>`
  select created_at, last_seen_at, ended_at, end_reason, user_agent, ip from sessions
  where person_id = ${person_id} order by created_at limit 1000`

export const listSealedSteps = (db: Db): Promise<{ what: string; about: string; sealed: Buffer }[]> => db`
  select 'totp_keys ' || person_id as what, 'totp ' || person_id as about, sealed from totp_keys
  where sealed is not null`
