import type { Every } from '../background/background.ts'
import type { Deps } from '../deps.ts'
import { forgetOld } from './session.sweep.sql.ts'

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS

/** Hourly cleanup of guess counters of unknown logins and of abandoned sessions. */
export const sweepSessions = ({ sql, clock, config }: Deps): Every => ({
  ms: HOUR_MS,
  run: () => {
    const now = clock.now()
    return forgetOld(sql, { now, over_before: new Date(now.getTime() - config.SESSION_DAYS * DAY_MS) })
  },
})
