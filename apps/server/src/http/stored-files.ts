import { randomUUID } from 'node:crypto'
import type { Db } from '../db/sql.ts'
import type { World } from '../deps.ts'
import type { ReceivedFile } from './uploads.ts'

/** A received file whose bytes are in the store; its row waits to be attached. */
export interface StoredFile extends ReceivedFile {
  key: string
}

type Store = Pick<World, 'sql' | 'files' | 'clock'>

/**
 * Moves received files into the store: first their rows, unattached, then their bytes, so that no byte is ever without
 * a row. When one fails, all are dropped and the error goes on.
 */
export const storeFiles = async (deps: Store, received: readonly ReceivedFile[]): Promise<StoredFile[]> => {
  if (received.length === 0) return []
  const stored = received.map((file) => {
    const id = randomUUID()
    return { ...file, key: `${id.slice(0, 2)}/${id}` }
  })
  const now = deps.clock.now()
  await deps.sql`insert into stored_files ${deps.sql(
    stored.map(({ key, size, sha256 }) => ({ key, size, sha256, created_at: now })),
  )}`
  try {
    for (const file of stored) await deps.files.put(file.key, file.temp_path, file.content_type)
  } catch (error) {
    await dropFiles(deps, stored)
    throw error
  }
  return stored
}

/**
 * Marks stored files as belonging to something, in the transaction that writes what they belong to. Throws when one is
 * gone: the transaction must then fail.
 */
export const attachFiles = async (db: Db, stored: readonly { key: string }[]): Promise<void> => {
  if (stored.length === 0) return
  const keys = stored.map((file) => file.key)
  const rows = await db`update stored_files set attached_at = now()
    where key = any(${keys}) and attached_at is null returning key`
  if (rows.length !== keys.length) throw new Error('A stored file was swept away before it was attached.')
}

/** Gives files up, in the transaction that removes what they belonged to; the sweep takes them away. */
export const detachFiles = async (db: Db, keys: readonly string[], now: Date): Promise<void> => {
  if (keys.length === 0) return
  await db`update stored_files set attached_at = null, created_at = ${now} where key = any(${[...keys]})`
}

/**
 * Removes stored files whose transaction failed. One that was attached after all (the answer to the commit was lost)
 * stays. Never throws: what cannot be removed now is swept later.
 */
export const dropFiles = async (deps: Store, stored: readonly { key: string }[]): Promise<void> => {
  const keys = stored.map((file) => file.key)
  if (keys.length === 0) return
  await removeUnattached(
    deps,
    (db) => db<{ key: string }[]>`
    select key from stored_files where key = any(${keys}) and attached_at is null for update`,
  ).catch(() => 0)
}

const BATCH = 100

/** Removes every file that has been unattached for `age_ms`; how many. */
export const sweepUnattached = async (deps: Store, age_ms: number): Promise<number> => {
  const before = new Date(deps.clock.now().getTime() - age_ms)
  let swept = 0
  for (;;) {
    const now = await removeUnattached(
      deps,
      (db) => db<{ key: string }[]>`
      select key from stored_files where attached_at is null and created_at < ${before}
      order by created_at limit ${BATCH} for update skip locked`,
    )
    swept += now
    if (now < BATCH) return swept
  }
}

// The rows are locked until their bytes are gone, so nobody can attach them meanwhile. They are deleted first: a row
// that something still refers to then fails here, with its bytes in place. They come back when we die before the end.
const removeUnattached = async (
  { sql, files }: Store,
  choose: (db: Db) => PromiseLike<readonly { key: string }[]>,
): Promise<number> =>
  sql.begin(async (tx) => {
    const keys = (await choose(tx)).map((row) => row.key)
    if (keys.length > 0) await tx`delete from stored_files where key = any(${keys})`
    for (const key of keys) await files.remove(key)
    return keys.length
  })
