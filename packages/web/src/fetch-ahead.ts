import { isOnline } from './connectivity.ts'

const QUIET_MS = 6000
/** Short, as the network may be lost at any moment; the page is rendered by then. */
const PROMISED_MS = 300

interface Connection {
  saveData?: boolean
}

/** Whether to avoid optional downloads: the user saves data, or the page is offline. */
export const isSparing = (): boolean =>
  (navigator as { connection?: Connection }).connection?.saveData === true || !isOnline()

/** Runs work when the browser is idle. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 10_000 })
  else setTimeout(work, 200)
}

/**
 * Prefetches code that may be needed later, one file at a time, some seconds after the page has settled and while the
 * browser is idle, so that it works offline. Skipped if the user saves data. With `isPromised`, for code without which the
 * page could not keep a promise of its UI, it starts as soon as the page is idle, even if the user saves data. Returns a
 * function that stops it.
 */
export const fetchAhead = (loads: readonly (() => Promise<unknown>)[], isPromised = false): (() => void) => {
  let isStopped = false
  const isOver = () => isStopped || (isPromised ? !isOnline() : isSparing())
  const next = (at: number) => {
    const load = loads[at]
    if (load === undefined || isOver()) return
    // A failed load is retried when the code is needed.
    const go = () => load().catch(() => null)
    whenIdle(() => void (isOver() ? null : go().then(() => next(at + 1))))
  }
  const timer = setTimeout(() => next(0), isPromised ? PROMISED_MS : QUIET_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
