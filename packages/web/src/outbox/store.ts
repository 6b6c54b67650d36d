import { uuid } from '@podmoga/contract/fields/uuid'
import { type LocalDb, makeLocalDb } from '../local-db.ts'
import { withLock } from '../locks.ts'
import { within } from '../session/within.ts'

/**
 * `drafts`: unfinished texts. `outbox`: what is on its way. `requests`: how the worker sends it, under the same names.
 * `renewals`: how the worker renews a session, by person. `marks`: what is nobody's.
 */
const STORES = ['drafts', 'outbox', 'requests', 'renewals', 'marks'] as const
export type OutboxDb = LocalDb<(typeof STORES)[number]>

const MARK = 'mark'

/** How long whoever opens the store waits for what an earlier release has left, in ms. */
const LONGEST_MS = 4000

/**
 * An app's drafts and what it sends, in one database: a text that is sent off goes from one to the other in one
 * transaction. `takeOver` brings in what an earlier release has left elsewhere.
 */
export const makeOutboxStore = (
  database: string,
  takeOver: (db: OutboxDb) => Promise<void> = async () => undefined,
) => {
  const db: OutboxDb = makeLocalDb(database, STORES)
  let taking: Promise<void> | null = null
  let isWhole = false
  let isLate = false
  /** Once all that was left is here; it may take as long as another tab is at it. */
  const whenTakenOver = (): Promise<void> => {
    if (taking === null) {
      taking = takeOver(db)
        .catch(() => undefined)
        .then(() => {
          isWhole = true
        })
      // The two are opened, and waited for, at the same time.
      void db.read('marks', MARK)
    }
    return taking
  }
  return {
    db,
    whenTakenOver,
    /** Whether it is, after four seconds at most, once: a database that never answers holds nothing up. */
    ready: async (): Promise<boolean> => {
      const whole = whenTakenOver()
      if (isWhole || isLate) return isWhole
      await within(LONGEST_MS, whole, undefined)
      isLate = !isWhole
      return isWhole
    },
    /** Removes what is kept under a person, or one of their scopes; answers whether it is gone. */
    forget: async (prefix: string): Promise<boolean> => {
      const stores = ['drafts', 'outbox', 'requests', 'renewals'] as const
      const gone = await Promise.all(stores.map((store) => db.removeAll(store, prefix)))
      return gone.every(Boolean)
    },
  }
}

export type OutboxStore = ReturnType<typeof makeOutboxStore>

/**
 * Tells, each time it is called, whether everything that this browser keeps was wiped since it was called before: what is
 * not there any more was then not taken by another tab.
 */
export const makeWipeWatch = (db: OutboxDb): (() => Promise<boolean>) => {
  let known: string | null = null
  return () =>
    withLock('mark', async () => {
      const found = await db.read<string>('marks', MARK)
      // A disk that does not answer tells nothing.
      if (found === null) return false
      const isWiped = known !== null && found.value !== known
      known = found.value ?? uuid()
      if (found.value === undefined) await db.put('marks', MARK, known)
      return isWiped
    })
}
