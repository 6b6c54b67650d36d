import type { Sql } from '@podmoga/sql/sql'
import { endSession } from '../session.sql.ts'

/** How far apart two uses of one renewal token may be: several tabs renew at the same moment. */
const GRACE_MS = 10_000

/** The owner and the session that was renewed. */
export interface Renewed {
  person_id: string
  subject: string
  session_id: string
}

interface RenewalRow extends Renewed {
  used_at: Date | null
}

/** The owners of renewal tokens, also of ended sessions. */
export const findRenewals = (
  sql: Sql,
  { token_hashes }: { token_hashes: readonly Buffer[] },
): Promise<{ token_hash: Buffer; subject: string }[]> => sql<{ token_hash: Buffer; subject: string }[]>`
    select r.token_hash, p.subject
    from renewals r join sessions s on s.id = r.session_id join people p on p.id = s.person_id
    where r.token_hash = any(${[...token_hashes]})`

export const isSubjectKnown = async (sql: Sql, { subject }: { subject: string }): Promise<boolean> => {
  const found = await sql`select 1 from people where subject = ${subject} limit 1`
  return found.length > 0
}

/**
 * Exchanges a renewal token for a new one and extends its session. Returns undefined if the token is unknown, its
 * session has ended or its person is disabled. A token used before, longer ago than the grace period, ends the session
 * and also returns undefined.
 */
export const rotateRenewal = (
  sql: Sql,
  renewal: {
    token_hash: Buffer
    new_hash: Buffer
    now: Date
    expires_at: Date
    /** Used tokens older than this are deleted. */
    forget_before: Date
    ip: string
    request_id: string
  },
): Promise<Renewed | undefined> =>
  sql.begin(async (db) => {
    const { now } = renewal
    const [row] = await db<RenewalRow[]>`
      select p.id as person_id, p.subject, s.id as session_id, r.used_at
      from renewals r
      join sessions s on s.id = r.session_id
      join people p on p.id = s.person_id
      where r.token_hash = ${renewal.token_hash}
        and s.ended_at is null and s.expires_at > ${now} and p.disabled_at is null
      for update of s, r`
    if (row === undefined) return undefined
    const { used_at, session_id } = row
    if (used_at !== null && Math.abs(now.getTime() - used_at.getTime()) > GRACE_MS) {
      await endSession(db, {
        session_id,
        reason: 'renewal_reused',
        now,
        ip: renewal.ip,
        request_id: renewal.request_id,
      })
      return undefined
    }
    await db`
      update renewals set used_at = ${now} where token_hash = ${renewal.token_hash} and used_at is null`
    await db`
      insert into renewals (token_hash, session_id, issued_at) values (${renewal.new_hash}, ${session_id}, ${now})`
    await db`
      update sessions set last_seen_at = ${now}, expires_at = ${renewal.expires_at} where id = ${session_id}`
    await db`delete from renewals where session_id = ${session_id} and used_at < ${renewal.forget_before}`
    return row
  })

/** Ends the sessions of renewal tokens, used or not. */
export const endSessionsByRenewals = async (
  sql: Sql,
  ended: { token_hashes: readonly Buffer[]; now: Date; ip: string; request_id: string },
): Promise<void> => {
  const rows = await sql<{ session_id: string }[]>`
    select distinct session_id from renewals where token_hash = any(${[...ended.token_hashes]})`
  for (const { session_id } of rows) await endSession(sql, { ...ended, session_id, reason: 'sign_out' })
}
