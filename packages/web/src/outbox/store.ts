import { uuid } from '@podmoga/contract/fields/uuid'
import { type LocalDb, makeLocalDb } from '../local-db.ts'
import { withLock } from '../locks.ts'
import { within } from '../session/within.ts'

/**
 * `drafts`: unfinished texts. `outbox`: items. `requests`: recorded requests for the worker, under the items' names.
 * `renewals`: data for the worker to renew a session, by person. `marks`: internal marks that belong to no person.
 */
const STORES = ['drafts', 'outbox', 'requests', 'renewals', 'marks'] as const
export type OutboxDb = LocalDb<(typeof STORES)[number]>

const MARK = 'mark'

/** How long an opening of the store waits for the migration of an earlier release's data, in ms. */
const LONGEST_MS = 4000

/**
 * An app's drafts and outbox in one database, so that a sent draft becomes an item in one transaction. `takeOver` migrates
 * data that an earlier release stored elsewhere.
 */
export const makeOutboxStore = (
  database: string,
  takeOver: (db: OutboxDb) => Promise<void> = async () => undefined,
) => {
  const db: OutboxDb = makeLocalDb(database, STORES)
  let taking: Promise<void> | null = null
  let isWhole = false
  let isLate = false
  /** Resolves when the migration is complete; it may have to wait for another tab. */
  const whenTakenOver = (): Promise<void> => {
    if (taking === null) {
      taking = takeOver(db)
        .catch(() => undefined)
        .then(() => {
          isWhole = true
        })
      // Opens this database in parallel with the old ones.
      void db.read('marks', MARK)
    }
    return taking
  }
  return {
    db,
    whenTakenOver,
    /** Returns whether the migration is complete. Waits four seconds at most, once: a hanging database blocks nothing. */
    ready: async (): Promise<boolean> => {
      const whole = whenTakenOver()
      if (isWhole || isLate) return isWhole
      await within(LONGEST_MS, whole, undefined)
      isLate = !isWhole
      return isWhole
    },
    /** Removes all data of a person, or of one of their scopes; returns whether it was removed. */
    forget: async (prefix: string): Promise<boolean> => {
      const stores = ['drafts', 'outbox', 'requests', 'renewals'] as const
      const gone = await Promise.all(stores.map((store) => db.removeAll(store, prefix)))
      return gone.every(Boolean)
    },
  }
}

export type OutboxStore = ReturnType<typeof makeOutboxStore>

/**
 * Returns a function that tells whether the browser's storage was wiped since its last call: missing items were then not
 * removed by another tab.
 */
export const makeWipeWatch = (db: OutboxDb): (() => Promise<boolean>) => {
  let known: string | null = null
  return () =>
    withLock('mark', async () => {
      const found = await db.read<string>('marks', MARK)
      // A failed read says nothing.
      if (found === null) return false
      const isWiped = known !== null && found.value !== known
      known = found.value ?? uuid()
      if (found.value === undefined) await db.put('marks', MARK, known)
      return isWiped
    })
}
