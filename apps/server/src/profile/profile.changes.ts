import { createHash, randomBytes } from 'node:crypto'
import type { ChangedKind } from '@podmoga/contract/profile'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../deps.ts'
import { changeLetter, changeSms } from './letters/letters.ts'
import type { MailQueue } from './mail-queue/mail-queue.ts'
import type { PersonRow } from './profile.sql.ts'
import { addRevert } from './recovery/reverts.sql.ts'

/** How long a change can be reverted. */
const REVERT_HOURS = 72

export const revertHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Where to send the notice of a change: to the old address; if there was none, or for a password, to another known one.
 */
const informed = (before: PersonRow, kind: ChangedKind) => {
  const email = before.email === null ? null : ({ channel: 'email', to: before.email } as const)
  const sms = before.phone === null ? null : ({ channel: 'sms', to: before.phone } as const)
  return kind === 'phone' ? (sms ?? email) : (email ?? sms)
}

/**
 * Creates the notice of a change, in the change's own transaction: a letter or SMS with a link that reverts the change.
 * `before` is the person's row before the change, `to` the new address, masked, `session_id` the session that made it.
 * A change without anyone to notify is recorded too, because reverting an earlier one must undo it. Returns the revert
 * token.
 */
export const makeNotice =
  ({ settings, clock }: Deps, mailQueue: MailQueue) =>
  async (
    db: Db,
    change: { before: PersonRow; kind: ChangedKind; to: string | null; session_id: string | null },
  ): Promise<string> => {
    const { before, kind, to, session_id } = change
    const where = informed(before, kind)
    const now = clock.now()
    const expires_at = new Date(now.getTime() + REVERT_HOURS * 3600_000)
    const revert_token = randomBytes(32).toString('base64url')
    const old = {
      email: { old_value: before.email, old_verified_at: before.email_verified_at },
      phone: { old_value: before.phone, old_verified_at: before.phone_verified_at },
      password: { old_value: before.password_hash, old_verified_at: null },
    }[kind]
    await addRevert(db, {
      token_hash: revertHash(revert_token),
      person_id: before.id,
      session_id,
      kind,
      ...old,
      created_at: now,
      expires_at,
    })
    if (where === null) return revert_token
    const facts = { kind, to, revert_token }
    const head = settings.configOf(before.business_id)
    const content = where.channel === 'email' ? changeLetter(head, facts) : changeSms(head, facts)
    await mailQueue.put(db, { ...where, person_id: before.id, content, expires_at, waited: false })
    return revert_token
  }
