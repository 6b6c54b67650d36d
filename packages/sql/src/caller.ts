import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf the database is asked. */
export interface Caller {
  /** Callers of one kind share their part of the pool: the route of a request, the name of a job. */
  kind: string
  /** Whatever its starter wants to find again below; nothing is made of it here. null: nothing. */
  tag: string | null
  /** Connections that this caller holds now. */
  held: number
  /** Milliseconds of waiting for the database, forgotten as fast as time goes by without waiting. */
  debt: number
  settled_at: number
  /** Told of each statement that this caller has asked: its text without values, and its milliseconds. */
  watch?: (text: string, ms: number) => void
}

/** What one request may wait for the database altogether; with it 503 comes well within ten seconds. */
const REQUEST_MS = 8000
const LEAST_MS = 1000
/** Work that nobody waits for: a bit over the server's own limit for a statement. */
const BACKGROUND_MS = 16_000

const callers = new AsyncLocalStorage<Caller>()

/** Runs `work`, and all that it starts, as a caller of this kind. */
export const asCaller = <T>(kind: string, work: () => T, tag: string | null = null): T =>
  callers.run({ kind, tag, held: 0, debt: 0, settled_at: performance.now() }, work)

/** Runs `work`, and all that it starts, as the process's own: not for whoever is being served just now. */
export const asProcess = <T>(work: () => T): T => callers.exit(work)

export const currentCaller = (): Caller | undefined => callers.getStore()

const debtAt = (caller: Caller, now: number): number =>
  Math.max(0, caller.debt - Math.max(0, now - caller.settled_at))

/** How long the next question of this caller may take, in milliseconds. */
export const patienceOf = (caller: Caller | undefined): number =>
  caller === undefined ? BACKGROUND_MS : Math.max(LEAST_MS, REQUEST_MS - debtAt(caller, performance.now()))

/** Books `took` milliseconds that have just passed. */
export const settle = (caller: Caller | undefined, took: number): void => {
  if (caller === undefined) return
  const now = performance.now()
  caller.debt = debtAt(caller, now - took) + took
  caller.settled_at = now
}
