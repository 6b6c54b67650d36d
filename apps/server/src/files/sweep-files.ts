import type { Every } from '../background/background.ts'
import type { Deps } from '../deps.ts'
import { sweepUnattached } from './stored-files.ts'
import { clearTempDir, tempDir } from './temp-files.ts'

const MINUTE = 60_000
const EVERY_MS = 10 * MINUTE
const STOP_MS = 500
/** Longer than any request takes between storing its files and attaching them. */
const GRACE_MS = 15 * MINUTE

/** Removes unattached files: once at the start, then every ten minutes. */
export const sweepFiles = (deps: Deps): Every => {
  const { closing } = deps.background
  // With the embedded database this is the only server: the process that stored what the start finds is dead.
  let age_ms = deps.config.DATABASE_URL === undefined ? MINUTE : GRACE_MS
  return {
    ms: EVERY_MS,
    at_start: true,
    // A removal interrupted by a hanging store is repeated by the next sweep.
    stop_ms: STOP_MS,
    run: async () => {
      const asked_ms = age_ms
      age_ms = GRACE_MS
      const swept = await sweepUnattached(deps, asked_ms, () => closing.aborted)
      if (closing.aborted) return
      await clearTempDir(tempDir(deps.config), 60 * MINUTE)
      if (swept > 0) deps.log.info({ swept }, 'unattached files removed')
    },
  }
}
