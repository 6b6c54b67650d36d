import { readRevert, revertChange } from '@podmoga/contract/profile'
import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { On } from '../../http/serve.ts'
import { bearerOf } from '../../session/session.identify.ts'
import { endSessions } from '../../session/session.sql.ts'
import { makeTokens } from '../../session/tokens/tokens.ts'
import { CODE_PURPOSES, forgetCodes } from '../codes/codes.sql.ts'
import { revertHash } from '../profile.changes.ts'
import { findByAddress, findPerson, isTaken, updateAddress, updatePassword } from '../profile.sql.ts'
import { SAY } from '../profile.texts.ts'
import { findRevert, listUndone, mayStay, type RevertRow, useReverts } from './reverts.sql.ts'

const ASKS_PER_MINUTE = 60

/**
 * Restores everything; returns whether the address that the link is about could be restored. An address taken by
 * another person meanwhile stays theirs: the person is left without one, which is better than keeping the one being
 * reverted.
 */
const restore = async (db: Db, row: RevertRow): Promise<boolean> => {
  const { person_id } = row
  let whole = true
  for (const { kind, old_value, old_verified_at } of await listUndone(db, row)) {
    if (kind === 'password') {
      await updatePassword(db, { person_id, password_hash: old_value })
      continue
    }
    const owner = old_value === null ? null : await findByAddress(db, { kind, address: old_value })
    const isFree = owner === null || owner === person_id
    if (!isFree && kind === row.kind) whole = false
    const back = isFree
      ? { address: old_value, verified_at: old_verified_at }
      : { address: null, verified_at: null }
    await updateAddress(db, { person_id, kind, ...back })
  }
  return whole
}

/**
 * «Это не я»: the link of a notice reverts a change and everything after it, deletes open codes, and ends every session
 * except the one that uses the link, if it is older than the change and made no part of it. The password returns to the
 * previous one; a person who fears that it is known sets a new one by a code, which only the restored addresses
 * receive.
 */
export const revertRoutes = (on: On, deps: Deps): void => {
  const { sql, clock, rates } = deps
  const tokens = makeTokens(deps)

  /** The session that uses the link, if any; null for an invalid token. */
  const sessionOf = async (request: FastifyRequest): Promise<string | null> => {
    const bearer = bearerOf(request)
    if (bearer === null) return null
    const token = await (await tokens).verify(bearer).catch(() => null)
    return token?.session_id ?? null
  }

  // Previews of mail programs open the link too, so reading changes nothing.
  on(readRevert, async ({ body, request }) => {
    await rates.take('revert', addressOf(request.ip), ASKS_PER_MINUTE, 60)
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
    await rates.take('revert', addressOf(ip), ASKS_PER_MINUTE, 60)
    const now = clock.now()
    const token_hash = revertHash(body.token)
    const bringing = await sessionOf(request)
    const revert = async (tx: Db) => {
      // Locks the person's row first, as every change does, to avoid a deadlock.
      const found = await findRevert(tx, { token_hash, now, lock: false })
      if (found === undefined) return undefined
      const { person_id, kind } = found
      await findPerson(tx, { person_id, lock: true })
      const row = await findRevert(tx, { token_hash, now, lock: true })
      if (row === undefined) return undefined
      const except_session_id = bringing !== null && (await mayStay(tx, row, bringing)) ? bringing : null
      const whole = await restore(tx, row)
      await useReverts(tx, row, { now, except: whole ? null : token_hash })
      await forgetCodes(tx, { person_id, purposes: CODE_PURPOSES })
      await writeAudit(tx, { at: now, event: `${kind}_reverted`, person_id, ip, request_id })
      await endSessions(tx, { person_id, except_session_id, now, reason: 'change_reverted', ip, request_id })
      return { kind, whole }
    }
    try {
      const done = await sql.begin(revert)
      if (done === undefined) return { ok: false, error: SAY.revert_gone }
      return done.whole ? { ok: true, error: null, kind: done.kind } : { ok: false, error: SAY.revert_taken }
    } catch (error) {
      if (!isTaken(error)) throw error
      return { ok: false, error: SAY.revert_taken }
    }
  })
}
