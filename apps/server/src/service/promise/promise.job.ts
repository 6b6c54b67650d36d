import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { queue } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import { levelsOf } from '../levels/levels.rules.ts'
import { listCounted, type VersionRow } from '../levels/levels.sql.ts'
import { versionsOf } from '../levels/versions.ts'
import { DEFAULT_ZONE, isZone } from '../levels/working-time.ts'
import { hourOfWeek, promisesOf, type Waited, WEEKS } from './promise.rules.ts'
import { listRecentIds, takePromises, writePromises } from './promise.sql.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const WEEK = 7 * DAY
const PORTION = 200
/** Of a business with more tickets, a sample of this size is used, drawn by a hash of their ids. */
const TICKETS_MAX = 20_000
const LOOK_MS = 10 * MINUTE

/**
 * Computes the promises of each business once a day (promise.rules.ts). `versionRowsOf`: the versions of a business's targets
 * and hours, oldest first.
 */
export const countPromises = ({
  sql,
  clock,
  closing,
  versionRowsOf,
}: Pick<Deps, 'sql' | 'clock'> & {
  closing: AbortSignal
  versionRowsOf: (business_id: string) => Promise<VersionRow[]>
}) => {
  const run = async ({ business_id }: { business_id: string }): Promise<void> => {
    const now = clock.now().getTime()
    const rows = await versionRowsOf(business_id)
    const versions = versionsOf(rows)
    const named = rows.at(-1)?.shifts[0]?.zone ?? DEFAULT_ZONE
    const zone = isZone(named) ? named : DEFAULT_ZONE
    const since = new Date(now - WEEKS * WEEK)
    const ids = await listRecentIds(sql, { business_id, since, limit: TICKETS_MAX })
    const waited: Waited[] = []
    for (let at = 0; at < ids.length; at += PORTION) {
      if (closing.aborted) return
      for (const { history } of await listCounted(sql, ids.slice(at, at + PORTION))) {
        const begun = history.events.find(({ what }) => what === 'asked')?.at
        const { first } = levelsOf(history, versions, now)
        // Closed without an answer: not a wait for an answer.
        if (begun === undefined || begun < since.getTime() || first.state === 'dropped') continue
        waited.push({
          category: history.category,
          hour: hourOfWeek(begun, zone),
          week: Math.min(WEEKS - 1, Math.max(0, Math.floor((now - begun) / WEEK))),
          ms: first.spent,
          is_answered: first.ended_at !== null,
        })
      }
      await yieldToEventLoop()
    }
    await writePromises(sql, {
      business_id,
      counted_at: new Date(now),
      due_at: new Date(now + DAY),
      zone,
      hours: promisesOf(waited),
    })
  }

  return {
    promises: queue({
      ms: LOOK_MS,
      at_start: true,
      caller: 'promises',
      lease_ms: 60 * MINUTE,
      at_once: 1,
      take: (claim) => takePromises(sql, claim),
      run,
    }),
  }
}
