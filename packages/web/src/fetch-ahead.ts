import { isOnline } from './connectivity.ts'

const QUIET_MS = 6000
/** The page stands by then; a network may go at any moment. */
const PROMISED_MS = 300

interface Connection {
  saveData?: boolean
}

/** Whether bytes that nobody asked for should stay away: the person saves data, or there is no network. */
export const isSparing = (): boolean =>
  (navigator as { connection?: Connection }).connection?.saveData === true || !isOnline()

/** Runs work while nothing else goes on. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 10_000 })
  else setTimeout(work, 200)
}

/**
 * Fetches code that may be wanted later, one file after another, some seconds after the page has settled and while
 * nothing else goes on: what is here opens without a network. Not for whoever saves data. What `isPromised`, since without
 * it a promise of the page breaks, is for everybody, and as soon as the page is idle. Returns how to stop.
 */
export const fetchAhead = (loads: readonly (() => Promise<unknown>)[], isPromised = false): (() => void) => {
  let isStopped = false
  const isOver = () => isStopped || (isPromised ? !isOnline() : isSparing())
  const next = (at: number) => {
    const load = loads[at]
    if (load === undefined || isOver()) return
    // Asked for again when it is wanted.
    const go = () => load().catch(() => null)
    whenIdle(() => void (isOver() ? null : go().then(() => next(at + 1))))
  }
  const timer = setTimeout(() => next(0), isPromised ? PROMISED_MS : QUIET_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
