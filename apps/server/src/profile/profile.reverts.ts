import { readRevert, revertChange } from '@podmoga/contract/profile'
import { writeAudit } from '../db/audit.ts'
import type { Db } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import type { On } from '../http/serve.ts'
import { endSessions } from '../session/session.sql.ts'
import { revertHash } from './profile.changes.ts'
import { forgetCodes } from './profile.codes.sql.ts'
import { findRevert, type RevertRow, useRevert } from './profile.reverts.sql.ts'
import { findPerson, isTaken, updateAddress, updatePassword } from './profile.sql.ts'
import { SAY } from './profile.texts.ts'

const ASKS_PER_MINUTE = 60

const restore = async (db: Db, { person_id, kind, old_value, old_verified_at }: RevertRow): Promise<void> => {
  if (kind === 'password') await updatePassword(db, { person_id, password_hash: old_value })
  else await updateAddress(db, { person_id, kind, address: old_value, verified_at: old_verified_at })
}

/**
 * «Это не я»: the link of a notice takes a change back and ends every session. A password goes back to the one before;
 * whoever fears that it is known sets a new one by a code, which only the restored addresses receive.
 */
export const revertRoutes = (on: On, deps: Deps): void => {
  const { sql, clock, rates } = deps

  // Opened by a mail program's preview too, so reading changes nothing.
  on(readRevert, async ({ body, request }) => {
    await rates.take('revert', request.ip, ASKS_PER_MINUTE, 60)
    const token_hash = revertHash(body.token)
    const row = await findRevert(sql, { token_hash, now: clock.now(), lock: false })
    if (row === undefined) return { ok: false, error: SAY.revert_gone }
    const { kind, created_at, expires_at } = row
    return {
      ok: true,
      error: null,
      kind,
      changed_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    }
  })

  on(revertChange, async ({ body, request }) => {
    const { ip, id: request_id } = request
    await rates.take('revert', ip, ASKS_PER_MINUTE, 60)
    const now = clock.now()
    const revert = async (tx: Db): Promise<RevertRow | undefined> => {
      const row = await findRevert(tx, { token_hash: revertHash(body.token), now, lock: true })
      if (row === undefined) return undefined
      const { person_id, kind } = row
      await findPerson(tx, { person_id, lock: true })
      await restore(tx, row)
      await useRevert(tx, row, now)
      await forgetCodes(tx, { person_id, purposes: ['email', 'phone', 'recovery'] })
      await writeAudit(tx, { at: now, event: `${kind}_reverted`, person_id, ip, request_id })
      const reason = 'change_reverted'
      await endSessions(tx, { person_id, except_session_id: null, now, reason, ip, request_id })
      return row
    }
    try {
      const row = await sql.begin(revert)
      return row === undefined
        ? { ok: false, error: SAY.revert_gone }
        : { ok: true, error: null, kind: row.kind }
    } catch (error) {
      if (!isTaken(error)) throw error
      return { ok: false, error: SAY.revert_taken }
    }
  })
}
