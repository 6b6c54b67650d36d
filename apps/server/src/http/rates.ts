import { askTogether } from '../db/ask-together.ts'
import type { World } from '../world.ts'
import type { Person } from './principals.ts'
import { type Asked, addUsed, forgetOldRates, readUsed } from './rates.sql.ts'
import { refuse } from './refuse.ts'

/** Request counters that survive restarts and are shared by all servers. */
export interface Rates {
  /**
   * Counts `amount` against `limit` in a window of `seconds`. If the limit would be exceeded, refuses `too_often` with the
   * seconds until the window ends, and does not count the amount. A negative amount returns what was taken in the window that is
   * still open. With RATE_LIMITS=off everything passes.
   */
  take: (kind: string, subject: string, limit: number, seconds: number, amount?: number) => Promise<void>
  /** Writes the pending counts to the database and stops. */
  stop: () => Promise<void>
}

/**
 * The subject under which requests are counted: an API key has its own, so that it does not use up the rate of the person who
 * made it.
 */
export const rateSubject = ({ person_id, key }: Person): string =>
  key === undefined ? person_id : `key ${key.id}`

/** A subject's window, starting at its first request. Times are in milliseconds. */
interface Window {
  kind: string
  subject: string
  start: number
  ends: number
  /** The total in the database, of all servers. */
  used: number
  /** Counted by this server, not yet flushed. */
  pending: number
}

const FLUSH_MS = 1000
const SWEEP_MS = 60_000
/** Longer than any window. */
const KEPT_MS = 3 * 24 * 3600 * 1000

/**
 * Counts in memory and flushes to the database once a second: only the first request of a subject's window waits for the
 * database. Servers that share a database see each other's counts within that second; a crash loses at most that much.
 */
export const makeRates = ({ sql, clock, config, log }: World): Rates => {
  if (config.RATE_LIMITS === 'off') return { take: async () => undefined, stop: async () => undefined }
  const windows = new Map<string, Window>()
  const opening = new Map<string, Promise<Window>>()
  const dirty = new Set<Window>()
  let flushing: Promise<void> | null = null
  let swept_at = clock.now().getTime()

  const used = askTogether((asked: readonly Asked[]) => readUsed(sql, { asked, now: clock.now() }))

  const isOpen = ({ start, ends }: Window, now: number): boolean => start <= now && now < ends

  const open = async (key: string, kind: string, subject: string, seconds: number): Promise<Window> => {
    const found = await used({ kind, subject, seconds })
    const start = (found.window_start ?? clock.now()).getTime()
    const window = { kind, subject, start, ends: start + seconds * 1000, used: found.used, pending: 0 }
    windows.set(key, window)
    return window
  }

  const openOnce = (key: string, kind: string, subject: string, seconds: number): Promise<Window> => {
    const begun = opening.get(key)
    if (begun !== undefined) return begun
    const opened = open(key, kind, subject, seconds).finally(() => opening.delete(key))
    opening.set(key, opened)
    return opened
  }

  const flush = async (): Promise<void> => {
    const batch = [...dirty].map((window) => ({ window, amount: window.pending }))
    dirty.clear()
    try {
      const totals = await addUsed(
        sql,
        batch.map(({ window: { kind, subject, start, ends }, amount }) => ({
          kind,
          subject,
          window_start: new Date(start),
          seconds: (ends - start) / 1000,
          amount,
        })),
      )
      for (const [at, { window, amount }] of batch.entries()) {
        window.pending -= amount
        window.used = totals[at] ?? window.used + amount
      }
    } catch (error) {
      for (const { window } of batch) dirty.add(window)
      log.warn({ err: error }, 'request counters wait for the database')
    }
  }

  const sweep = async (now: number): Promise<void> => {
    swept_at = now
    for (const [key, window] of windows) if (!isOpen(window, now) && window.pending === 0) windows.delete(key)
    await forgetOldRates(sql, { before: new Date(now - KEPT_MS) }).catch((error: unknown) =>
      log.warn({ err: error }, 'old request counters stay'),
    )
  }

  const beat = async (): Promise<void> => {
    const now = clock.now().getTime()
    if (dirty.size > 0) await flush()
    if (Math.abs(now - swept_at) > SWEEP_MS) await sweep(now)
  }
  const run = (): Promise<void> => {
    flushing ??= beat().finally(() => {
      flushing = null
    })
    return flushing
  }
  const timer = setInterval(run, FLUSH_MS)
  timer.unref()

  return {
    take: async (kind, subject, limit, seconds, amount = 1) => {
      const key = `${kind}\n${subject}`
      let window = windows.get(key)
      if (window === undefined || !isOpen(window, clock.now().getTime())) {
        if (amount < 0) return
        window = await openOnce(key, kind, subject, seconds)
      }
      if (amount >= 0 && window.used + window.pending + amount > limit)
        throw refuse('too_often', { retry_after: (window.ends - clock.now().getTime()) / 1000 })
      window.pending += amount
      dirty.add(window)
    },
    stop: async () => {
      clearInterval(timer)
      await flushing
      if (dirty.size > 0) await flush()
    },
  }
}
