import { makeLocalDb } from '../local-db.ts'
import { isHeld, withLock } from '../locks.ts'
import { within } from '../session/within.ts'
import type { OutboxDb } from './store.ts'

/** A store of an earlier release's database, and how to migrate it. */
export interface Source {
  database: string
  /** All stores of that database, in case it has to be created. */
  stores: readonly string[]
  from: string
  /** The name of the lock that a tab of that release holds while it sends the record. */
  lockOf?: (key: string, value: never) => string
  /** Null: the record is not migrated. */
  convert: (
    key: string,
    value: never,
  ) => { store: 'drafts' | 'outbox' | 'requests' | 'renewals'; key: string; value: unknown } | null
}

const openSource = ({ database, stores }: Source) => makeLocalDb(database, stores)
type SourceDb = ReturnType<typeof openSource>

/** The timeout for listing the databases, in ms: some browsers never answer. */
const LONGEST_MS = 1000

/** The sources that exist in this browser; all of them if that is unknown. */
const present = async (sources: readonly Source[]): Promise<readonly Source[]> => {
  try {
    const found = await within(LONGEST_MS, indexedDB.databases(), null)
    if (found === null) return sources
    const names = new Set(found.map(({ name }) => name))
    return sources.filter(({ database }) => names.has(database))
  } catch {
    return sources
  }
}

/**
 * Moves one record: copies it together with a mark of its origin in one transaction, removes the original, then removes the
 * mark. If interrupted after any step, the next attempt neither loses nor duplicates the record.
 */
const moveOne = async (db: OutboxDb, old: SourceDb, source: Source, key: string): Promise<void> => {
  const mark = `${source.database}/${source.from}/${key}`
  const value = await old.get(source.from, key)
  if (value === null) return
  const wanted = source.convert(key, value as never)
  const marked = await db.read('marks', mark)
  if (wanted === null || marked === null) return
  if (marked.value === undefined) {
    const isMoved = await db.tryWrite([
      { ...wanted, isNew: true },
      { store: 'marks', key: mark, value: true },
    ])
    const here = isMoved ? null : await db.read(wanted.store, wanted.key)
    const isTaken = here?.value !== undefined
    // On a full disk the record stays. So does a draft if a newer one exists: it is moved once that one is gone.
    if (!isMoved && (!isTaken || wanted.store === 'drafts')) return
  }
  const isGone = await old.tryWrite([{ store: source.from, key }])
  if (isGone) await db.tryWrite([{ store: 'marks', key: mark }])
}

/** Removes marks whose originals are gone: a later record with the same key is a different one. */
const sweepMarks = async (db: OutboxDb, old: SourceDb, { database, from }: Source): Promise<void> => {
  const prefix = `${database}/${from}/`
  for (const [mark] of await db.entries('marks', prefix)) {
    const found = await old.read(from, mark.slice(prefix.length))
    if (found !== null && found.value === undefined) await db.tryWrite([{ store: 'marks', key: mark }])
  }
}

/**
 * Migrates the databases of an earlier release into the outbox's. Runs at each opening, since tabs of that release may still
 * write; a record that such a tab is sending is moved once it releases the lock. The old databases are kept, empty: deleting
 * one could lose a concurrent write.
 */
export const takeOver = async (db: OutboxDb, sources: readonly Source[]): Promise<void> => {
  const here = await present(sources)
  if (here.length === 0) return
  const late: Promise<void>[] = []
  await withLock('outbox takeover', async () => {
    for (const source of here) {
      const old = openSource(source)
      await sweepMarks(db, old, source)
      for (const [key, value] of await old.entries(source.from)) {
        const move = () => moveOne(db, old, source, key)
        const lock = source.lockOf?.(key, value as never)
        if (lock === undefined) await move()
        else if (await isHeld(lock)) late.push(withLock(lock, move))
        else await withLock(lock, move)
      }
    }
  })
  await Promise.all(late)
}

/** Removes the data of a person who has signed out from the old databases; returns whether it was removed. */
export const forgetSources = async (sources: readonly Source[], person: string): Promise<boolean> => {
  const here = await present(sources)
  const gone = await Promise.all(
    here.map((source) => openSource(source).removeAll(source.from, `${person}/`)),
  )
  return gone.every(Boolean)
}
