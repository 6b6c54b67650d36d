import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '@podmoga/sql/sql'
import type { ReceivedFile, StoredFile } from '../http/uploads.ts'
import type { World } from '../world.ts'

/** Most of a put is waiting for the disk or the network, which the files of one request share. */
const PUTS_AT_ONCE = 2
/** How long a request waits for its files to be removed, and how many such removals run at once. */
const DROP_MS = 2000
const DROPS_AT_ONCE = 4
let dropping = 0
/** A claim this old was left by a process that died. */
const CLAIM_MS = 5 * 60_000
const BATCH = 100
/** Advisory lock held while files are copied: files of copied rows must not be removed meanwhile. An arbitrary number. */
export const COPYING_FILES = 7_303_016

type Store = Pick<World, 'sql' | 'files' | 'clock'>

/**
 * Moves received files into the store: first their rows, unattached, then their bytes, so that bytes never lack a row. If one
 * fails, all are dropped and the error is rethrown.
 */
export const storeFiles = async (deps: Store, received: readonly ReceivedFile[]): Promise<StoredFile[]> => {
  if (received.length === 0) return []
  const stored = received.map((file) => {
    const id = randomUUID()
    return { ...file, key: `${id.slice(0, 2)}/${id}` }
  })
  const now = deps.clock.now()
  await deps.sql`insert into stored_files ${deps.sql(
    stored.map(({ key, size, sha256, is_unscanned }) => ({
      key,
      size,
      sha256,
      created_at: now,
      scan: is_unscanned === true ? 'waiting' : null,
    })),
  )}`
  for (let at = 0; at < stored.length; at += PUTS_AT_ONCE) {
    // Waits for all puts to settle before any file is dropped.
    const outcomes = await Promise.allSettled(
      stored
        .slice(at, at + PUTS_AT_ONCE)
        .map(({ key, temp_path, content_type }) => deps.files.put(key, temp_path, content_type)),
    )
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed === undefined) continue
    await dropFiles(deps, stored)
    throw failed.reason
  }
  return stored
}

/**
 * Marks stored files as attached, in the transaction that writes their owner. Throws if one is gone: the transaction must
 * then fail.
 */
export const attachFiles = async (db: Db, stored: readonly { key: string }[]): Promise<void> => {
  if (stored.length === 0) return
  const keys = stored.map((file) => file.key)
  const rows = await db`update stored_files set attached_at = now()
    where key = any(${keys}) and attached_at is null and removing_at is null returning key`
  if (rows.length !== keys.length) throw new Error('A stored file was swept away before it was attached.')
}

/** Detaches files, in the transaction that removes their owner; the sweep removes them later. */
export const detachFiles = async (db: Db, keys: readonly string[], now: Date): Promise<void> => {
  if (keys.length === 0) return
  await db`update stored_files set attached_at = null, created_at = ${now} where key = any(${[...keys]})`
}

/**
 * Removes stored files whose transaction failed. A file that was attached after all (the commit's answer was lost) stays.
 * Never throws, and waits for a slow store only briefly: the sweep removes the rest.
 */
export const dropFiles = async (deps: Store, stored: readonly { key: string }[]): Promise<void> => {
  const keys = stored.map((file) => file.key)
  if (keys.length === 0) return
  const drop = async (): Promise<void> => {
    const claimed = await claim(
      deps,
      (db) => db<{ key: string }[]>`
      select key from stored_files where key = any(${keys}) and attached_at is null for update`,
    )
    // Limits pending removals while the store is down: the sweep does the rest.
    if (dropping >= DROPS_AT_ONCE) return
    dropping += 1
    const removal = removeClaimed(deps, claimed).finally(() => {
      dropping -= 1
    })
    removal.catch(() => undefined)
    await Promise.race([removal, pause(DROP_MS, undefined, { ref: false })])
  }
  await drop().catch(() => undefined)
}

/**
 * Removes every file that has been unattached for `age_ms`; returns how many. `stopped` ends it between two files. Throws at
 * the first error of the store instead of trying every file.
 */
export const sweepUnattached = async (
  deps: Store,
  age_ms: number,
  stopped: () => boolean = () => false,
): Promise<number> => {
  const now = deps.clock.now().getTime()
  const before = new Date(now - age_ms)
  const claimed_before = new Date(now - CLAIM_MS)
  let swept = 0
  for (;;) {
    if (await isCopied(deps)) return swept
    const keys = await claim(
      deps,
      (db) => db<{ key: string }[]>`
      select key from stored_files
      where attached_at is null and created_at < ${before}
        and (removing_at is null or removing_at < ${claimed_before})
      order by created_at limit ${BATCH} for update skip locked`,
    )
    swept += await removeClaimed(deps, keys, stopped)
    if (keys.length < BATCH || stopped()) return swept
  }
}

const isCopied = async ({ sql }: Store): Promise<boolean> => {
  const [row] = await sql<{ free: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${COPYING_FILES}) as free`
  return row?.free === false
}

/**
 * Marks unattached files as being removed: from then on they cannot be attached. The rows are deleted and reinserted, so that
 * a file with a remaining reference fails here (foreign key), with its bytes still in place. No transaction waits for the
 * store.
 */
const claim = (
  { sql, clock }: Store,
  choose: (db: Db) => PromiseLike<readonly { key: string }[]>,
): Promise<string[]> =>
  sql.begin(async (tx) => {
    const keys = (await choose(tx)).map((row) => row.key)
    if (keys.length === 0) return keys
    const rows = await tx`
      delete from stored_files where key = any(${keys}) returning key, size, sha256, created_at, scan`
    await tx`insert into stored_files ${tx(rows.map((row) => ({ ...row, removing_at: clock.now() })))}`
    return keys
  })

/** Removes the bytes first, then the row: after a crash in between, the sweep finds the row again. */
const removeClaimed = async (
  { sql, files }: Store,
  keys: readonly string[],
  stopped: () => boolean = () => false,
): Promise<number> => {
  const removed: string[] = []
  try {
    for (const key of keys) {
      if (stopped()) break
      await files.remove(key)
      removed.push(key)
    }
  } finally {
    if (removed.length > 0)
      await sql`delete from stored_files where key = any(${removed}) and removing_at is not null`
  }
  return removed.length
}
