import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { forgetOld } from './session.sweep.sql.ts'

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS

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
