import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf queries are run. */
export interface Caller {
  /** Callers of one kind share a part of the pool: the route of a request, the name of a job. */
  kind: string
  /** Arbitrary data for code further down the call; not used here. null: none. */
  tag: string | null
  /** The number of connections that this caller holds now. */
  held: number
  /** Milliseconds spent waiting for the database, reduced by time that passes without waiting. */
  debt: number
  settled_at: number
  /** Called after each statement of this caller, with its text (without values) and its duration in milliseconds. */
  watch?: (text: string, ms: number) => void
}

/** The total time that one request may wait for the database; it keeps a 503 well below ten seconds. */
const REQUEST_MS = 8000
const LEAST_MS = 1000
/** For background work: slightly more than the server's own statement timeout. */
const BACKGROUND_MS = 16_000

const callers = new AsyncLocalStorage<Caller>()

/** Runs `work`, and everything it starts, as a caller of this kind. */
export const asCaller = <T>(kind: string, work: () => T, tag: string | null = null): T =>
  callers.run({ kind, tag, held: 0, debt: 0, settled_at: performance.now() }, work)

/** Runs `work`, and everything it starts, on behalf of the process, not of the current request. */
export const asProcess = <T>(work: () => T): T => callers.exit(work)

export const currentCaller = (): Caller | undefined => callers.getStore()

const debtAt = (caller: Caller, now: number): number =>
  Math.max(0, caller.debt - Math.max(0, now - caller.settled_at))

/** How long the next query of this caller may take, in milliseconds. */
export const patienceOf = (caller: Caller | undefined): number =>
  caller === undefined ? BACKGROUND_MS : Math.max(LEAST_MS, REQUEST_MS - debtAt(caller, performance.now()))

/** Records that the caller has just waited for `took` milliseconds. */
export const settle = (caller: Caller | undefined, took: number): void => {
  if (caller === undefined) return
  const now = performance.now()
  caller.debt = debtAt(caller, now - took) + took
  caller.settled_at = now
}
