import { createHash, randomBytes } from 'node:crypto'
import type { ChangedKind } from '@podmoga/contract/profile'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../deps.ts'
import { changeLetter, changeSms } from './letters/letters.ts'
import type { MailQueue } from './mail-queue/mail-queue.ts'
import type { PersonRow } from './profile.sql.ts'
import { addRevert } from './recovery/reverts.sql.ts'

/** How long a change can be taken back. */
const REVERT_HOURS = 72

export const revertHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Where somebody learns of a change: the old address; where there was none, or for a password, what else is known. */
const informed = (before: PersonRow, kind: ChangedKind) => {
  const email = before.email === null ? null : ({ channel: 'email', to: before.email } as const)
  const sms = before.phone === null ? null : ({ channel: 'sms', to: before.phone } as const)
  return kind === 'phone' ? (sms ?? email) : (email ?? sms)
}

/**
 * Makes the notice of a change, written in the change's own transaction: a letter or message with a link that takes
 * the change back. `before` is the person's row as it was; `to` the new address, masked; `session_id` who made it. A
 * change that nobody can be told of is written down too: an earlier one takes it back. Answers the token of the way back.
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
