import type { Db } from '@podmoga/sql/sql'

/** Returns the marks of this installation, by name. */
export const listMarks = async (db: Db): Promise<Map<string, string>> => {
  const rows = await db<{ name: string; value: string }[]>`select name, value from installation_marks`
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Locks the marks for writing until the end of the transaction. */
export const lockMarks = async (tx: Db): Promise<void> => {
  // The lock's holder may be waiting for its file store.
  await tx`set local lock_timeout = '12s'`
  await tx`lock table installation_marks in share row exclusive mode`
}

/** The last backup as JSON (backup/make-backup.ts). */
export const LAST_BACKUP = 'last_backup'

export const setMark = async (db: Db, name: string, value: string): Promise<void> => {
  await db`
    insert into installation_marks (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value, created_at = now()`
}
