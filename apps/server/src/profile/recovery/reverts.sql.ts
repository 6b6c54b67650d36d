import type { ChangedKind } from '@podmoga/contract/profile'
import type { Db } from '@podmoga/sql/sql'

export interface RevertRow {
  /** Ids increase in the order of the changes. */
  id: string
  token_hash: Buffer
  person_id: string
  /** The session that made the change; null if it was made by a code without a session. */
  session_id: string | null
  kind: ChangedKind
  /** The previous address or password hash. */
  old_value: string | null
  old_verified_at: Date | null
  created_at: Date
  expires_at: Date
}

export const addRevert = async (db: Db, row: Omit<RevertRow, 'id'>): Promise<void> => {
  await db`insert into reverts ${db(row)}`
}

/** A revert that can still be used; with `lock` its row is locked. */
export const findRevert = async (
  db: Db,
  { token_hash, now, lock }: { token_hash: Buffer; now: Date; lock: boolean },
): Promise<RevertRow | undefined> => {
  const [row] = await db<RevertRow[]>`
    select id, token_hash, person_id, session_id, kind, old_value, old_verified_at, created_at, expires_at
    from reverts
    where token_hash = ${token_hash} and used_at is null and expires_at > ${now} ${lock ? db`for update` : db``}`
  return row
}

/**
 * Everything that is undone with a change: the change itself and all later ones, of any kind, since the attacker who
 * took the account over made them or could have; and an earlier password change by the same session.
 */
const undone = (db: Db, { id, person_id, session_id }: RevertRow) => db`
  person_id = ${person_id} and (
    id >= ${id} or (kind = 'password' and used_at is null and session_id = ${session_id}::uuid))`

/** What to restore of each kind: its state before the first undone change. */
export const listUndone = (
  db: Db,
  row: RevertRow,
): Promise<Pick<RevertRow, 'kind' | 'old_value' | 'old_verified_at'>[]> => db<RevertRow[]>`
    select distinct on (kind) kind, old_value, old_verified_at from reverts
    where ${undone(db, row)} order by kind, id`

/**
 * Marks the revert as used, and those of everything undone with it, because the attacker holds their links. Earlier
 * ones stay usable, so the original owner has the last word. The revert `except` stays usable too.
 */
export const useReverts = async (
  db: Db,
  row: RevertRow,
  { now, except }: { now: Date; except: Buffer | null },
): Promise<void> => {
  await db`
    update reverts set used_at = ${now}
    where ${undone(db, row)} and used_at is null and token_hash is distinct from ${except}`
}

/** Whether the session may stay open: it is the person's, older than what is undone, and made none of it. */
export const mayStay = async (db: Db, row: RevertRow, session_id: string): Promise<boolean> => {
  const rows = await db`
    select from sessions
    where id = ${session_id} and person_id = ${row.person_id} and created_at < ${row.created_at}
      and not exists (select from reverts where ${undone(db, row)} and session_id = ${session_id})`
  return rows.count > 0
}
