import type { Sql } from '../db/sql.ts'
import { endSession } from './session.sql.ts'

/** How far apart two uses of one renewal token may be: tabs that renew at the same moment. */
const GRACE_MS = 10_000

/** Whose session was renewed. */
export interface Renewed {
  person_id: string
  subject: string
  session_id: string
}

interface RenewalRow extends Renewed {
  used_at: Date | null
}

/**
 * Exchanges a renewal token for a fresh one and prolongs its session. Undefined when the token is unknown, its session
 * is over or its person disabled; and when it was used before, longer ago than the grace: that session then ends.
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

/** Ends the session that a renewal token, used or not, belongs to. */
export const endSessionByRenewal = async (
  sql: Sql,
  ended: { token_hash: Buffer; now: Date; ip: string; request_id: string },
): Promise<void> => {
  const [row] = await sql<{ session_id: string }[]>`
    select session_id from renewals where token_hash = ${ended.token_hash}`
  if (row !== undefined) await endSession(sql, { ...ended, session_id: row.session_id, reason: 'sign_out' })
}
