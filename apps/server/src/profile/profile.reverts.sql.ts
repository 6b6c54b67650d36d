import type { ChangedKind } from '@podmoga/contract/profile'
import type { Db } from '../db/sql.ts'

export interface RevertRow {
  token_hash: Buffer
  person_id: string
  kind: ChangedKind
  /** The address before, or the hash of the password before. */
  old_value: string | null
  old_verified_at: Date | null
  created_at: Date
  expires_at: Date
}

export const addRevert = async (db: Db, row: RevertRow): Promise<void> => {
  await db`insert into reverts ${db(row)}`
}

/** A revert that may still be used; with `lock` nobody else uses it meanwhile. */
export const findRevert = async (
  db: Db,
  { token_hash, now, lock }: { token_hash: Buffer; now: Date; lock: boolean },
): Promise<RevertRow | undefined> => {
  const [row] = await db<RevertRow[]>`
    select token_hash, person_id, kind, old_value, old_verified_at, created_at, expires_at from reverts
    where token_hash = ${token_hash} and used_at is null and expires_at > ${now} ${lock ? db`for update` : db``}`
  return row
}

/**
 * Uses a revert up, and with it those of all later changes of the same kind: whoever took the account over holds
 * them. Earlier ones stay, so the one who was there first has the last word.
 */
export const useRevert = async (db: Db, row: RevertRow, now: Date): Promise<void> => {
  await db`
    update reverts set used_at = ${now}
    where person_id = ${row.person_id} and kind = ${row.kind} and used_at is null
      and (created_at > ${row.created_at} or token_hash = ${row.token_hash})`
}
