import type { Sql } from '@podmoga/sql/sql'

const DAY_MS = 24 * 3600 * 1000

/** Longer than any guess counter stays in use. */
const GUESSES_KEPT_DAYS = 3

/** Deletes guess counters that no longer block anyone, and sessions that ended or expired before `over_before`. */
export const forgetOld = (sql: Sql, { now, over_before }: { now: Date; over_before: Date }): Promise<void> =>
  sql.begin(async (db) => {
    const guessed_before = new Date(now.getTime() - GUESSES_KEPT_DAYS * DAY_MS)
    await db`
      delete from guess_counters
      where first_at < ${guessed_before} and coalesce(blocked_until, first_at) < ${guessed_before}`
    const gone = db`select id from sessions where least(ended_at, expires_at) < ${over_before}`
    await db`delete from renewals where session_id in (${gone})`
    await db`delete from sessions where id in (${gone})`
  })
