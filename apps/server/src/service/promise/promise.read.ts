import type { Deps } from '../../deps.ts'
import type { PromisedOf } from '../../ports/domains/answer-times.ts'
import { listVersionRows } from '../levels/levels.sql.ts'
import { versionsOf } from '../levels/versions.ts'
import type { Calendar } from '../levels/working-time.ts'
import { hourOfWeek, type Promises } from './promise.rules.ts'
import { findPromises } from './promise.sql.ts'

const FRESH_MS = 60_000
const BUSINESSES_KEPT = 500

type Kept = { zone: string; hours: Promises; calendar: Calendar } | null

/** Makes a function that returns the promise for a ticket written at a moment, from a cache of at most a minute. */
export const makePromised = ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): PromisedOf => {
  const known = new Map<string, { since: number; kept: Promise<Kept> }>()

  const read = async (business_id: string): Promise<Kept> => {
    const row = await findPromises(sql, business_id)
    if (row === undefined || row.hours.every((hour) => Object.keys(hour).length === 0)) return null
    const calendar = versionsOf(await listVersionRows(sql, business_id)).at(-1)?.calendar
    return calendar === undefined ? null : { ...row, calendar }
  }

  const keptOf = (business_id: string, now: number): Promise<Kept> => {
    const found = known.get(business_id)
    if (found !== undefined && Math.abs(now - found.since) < FRESH_MS) return found.kept
    if (known.size >= BUSINESSES_KEPT) known.clear()
    const kept = read(business_id)
    known.set(business_id, { since: now, kept })
    kept.catch(() => known.delete(business_id))
    return kept
  }

  return async (business_id, written_at) => {
    const now = clock.now().getTime()
    const kept = await keptOf(business_id, now)
    if (kept === null) return { minutes: {}, opens_at: null, spent: 0 }
    const { zone, hours, calendar } = kept
    const at = written_at?.getTime() ?? now
    const opens = calendar.after(now, 1)
    return {
      minutes: hours[hourOfWeek(at, zone)] ?? {},
      opens_at: opens === null || opens - 1 <= now ? null : new Date(opens - 1),
      spent: calendar.worked(at, now),
    }
  }
}
