import type { FastifyInstance } from 'fastify'
import type { Sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS

/** Longer than any count of guesses goes on. */
const GUESSES_KEPT_DAYS = 3

/** Deletes guess counters nobody waits for any more, and sessions that ended or ran out before `over_before`. */
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

/** Tidies up every hour until the app closes: strangers' guesses and forgotten browsers leave rows behind. */
export const sweepSessions = (app: FastifyInstance, { sql, clock, config, log }: Deps): void => {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    const now = clock.now()
    running = forgetOld(sql, {
      now,
      over_before: new Date(now.getTime() - config.SESSION_DAYS * DAY_MS),
    }).catch((error: unknown) => log.warn({ err: error }, 'sweep of sessions failed'))
  }, HOUR_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
