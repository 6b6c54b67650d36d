import type { Deps } from '../deps.ts'
import { forgetOld } from './session.sweep.sql.ts'

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS

/** Tidies up every hour until the app closes: strangers' guesses and forgotten browsers leave rows behind. */
export const sweepSessions = ({ sql, clock, config, background }: Deps): void => {
  background.every('old sessions', {
    ms: HOUR_MS,
    run: () => {
      const now = clock.now()
      return forgetOld(sql, { now, over_before: new Date(now.getTime() - config.SESSION_DAYS * DAY_MS) })
    },
  })
}
