import { makeLocalDb } from '../local-db.ts'
import { isHeld, withLock } from '../locks.ts'
import { within } from '../session/within.ts'
import type { OutboxDb } from './store.ts'

/** What one store of an earlier release's database holds, and where it stands now. */
export interface Source {
  database: string
  /** Every store of that database: one that does not exist yet is made as it was. */
  stores: readonly string[]
  from: string
  /** Held by a tab of that release while it sends what stands under a key. */
  lockOf?: (key: string, value: never) => string
  /** Null: it stays where it is. */
  convert: (
    key: string,
    value: never,
  ) => { store: 'drafts' | 'outbox' | 'requests' | 'renewals'; key: string; value: unknown } | null
}

const openSource = ({ database, stores }: Source) => makeLocalDb(database, stores)
type SourceDb = ReturnType<typeof openSource>

/** How long a browser may take to name its databases, in ms: some never answer. */
const LONGEST_MS = 1000

/** The sources that this browser has; all of them where it cannot tell. */
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
 * Moves one record. It is copied together with a mark of where it came from, in one transaction, then removed there, then
 * the mark goes: broken off between any two of these, the next try neither loses nor doubles it.
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
    // A full disk leaves it where it is. So does a draft that stands in its place: it comes once that is gone.
    if (!isMoved && (!isTaken || wanted.store === 'drafts')) return
  }
  const isGone = await old.tryWrite([{ store: source.from, key }])
  if (isGone) await db.tryWrite([{ store: 'marks', key: mark }])
}

/** Removes the marks of what has gone there: whatever comes under the same key is another. */
const sweepMarks = async (db: OutboxDb, old: SourceDb, { database, from }: Source): Promise<void> => {
  const prefix = `${database}/${from}/`
  for (const [mark] of await db.entries('marks', prefix)) {
    const found = await old.read(from, mark.slice(prefix.length))
    if (found !== null && found.value === undefined) await db.tryWrite([{ store: 'marks', key: mark }])
  }
}

/**
 * Brings what an earlier release has left in its databases into the outbox's: at each opening, since tabs of that release
 * may still write. What such a tab is sending comes once it has let go. The old databases stay, empty: deleting one would
 * lose what is written to it at that moment.
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

/** Removes what stands there of a person who has signed out; answers whether it is gone. */
export const forgetSources = async (sources: readonly Source[], person: string): Promise<boolean> => {
  const here = await present(sources)
  const gone = await Promise.all(
    here.map((source) => openSource(source).removeAll(source.from, `${person}/`)),
  )
  return gone.every(Boolean)
}
