import { changePassword } from '@podmoga/contract/profile'
import { Refusal } from '@podmoga/contract/refusals'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { makeGate } from '../../session/session.gate.ts'
import { checkPassword, hashPassword } from '../../session/session.passwords.ts'
import { endSessions, isSessionOpen } from '../../session/session.sql.ts'
import {
  forgetGuesses,
  guessSubject,
  oldPasswordLimit,
  reserveGuess,
} from '../../session/sign-in/guesses.sql.ts'
import { CODE_PURPOSES, forgetCodes } from '../codes/codes.sql.ts'
import type { MailQueue } from '../mail-queue/mail-queue.ts'
import { makeNotice } from '../profile.changes.ts'
import { findPerson, hasJustChanged, updatePassword } from '../profile.sql.ts'
import { SAY } from '../profile.texts.ts'
import { faultOf } from './rules.ts'

/** How long a change may be repeated by the session that made it. */
const AGAIN_MS = 10 * 60_000

const DONE = { ok: true, error: null }
const no = (error: string) => ({ ok: false, error })

interface Change {
  who: Person
  old_hash: string
  password_hash: string
  ip: string
  request_id: string
}

/** Changes the password of a person who knows the current one. */
export const passwordRoutes = (on: On, deps: Deps, mailQueue: MailQueue): void => {
  const { sql, clock, config, settings, secrets } = deps
  const notify = makeNotice(deps, mailQueue)
  // Each password check takes a processor core and 19 MiB.
  const gate = makeGate({ running: 2, each: 120, waiting: 1000 })
  const limit = oldPasswordLimit(config)

  /** Stores the new password; returns false if a concurrent change came first. */
  const settle = ({ who, old_hash, password_hash, ip, request_id }: Change): Promise<boolean> =>
    sql.begin(async (tx) => {
      const { person_id, session_id } = who
      const before = await findPerson(tx, { person_id, lock: true })
      if (!(await isSessionOpen(tx, session_id))) throw refuse('unauthorized')
      if (before.password_hash !== old_hash) return false
      const now = clock.now()
      await updatePassword(tx, { person_id, password_hash })
      await forgetCodes(tx, { person_id, purposes: CODE_PURPOSES })
      await notify(tx, { before, kind: 'password', to: null, session_id })
      await writeAudit(tx, { at: now, event: 'password_changed', person_id, session_id, ip, request_id })
      await endSessions(tx, {
        person_id,
        except_session_id: session_id,
        now,
        reason: 'password_changed',
        ip,
        request_id,
      })
      return true
    })

  on(changePassword, async ({ who, body, request }) => {
    const { person_id, session_id } = who
    const { ip, id: request_id } = request
    const { old_password, new_password } = body
    const person = await findPerson(sql, { person_id })
    const subject = guessSubject(secrets.seal_key, `person ${person_id}`)
    return gate(person_id, async () => {
      let last: boolean
      try {
        last = (await reserveGuess(sql, limit, subject, clock.now())).last
      } catch (error) {
        // The session stays open; only guessing stops.
        if (!(error instanceof Refusal) || error.code !== 'too_often') throw error
        return no(SAY.many_guesses(Math.ceil(error.retry_after ?? 60)))
      }
      const old_hash = person.password_hash
      const right = await checkPassword(old_hash, old_password)
      if (!right || old_hash === null) {
        // The response to a successful change may have been lost and the same session has retried.
        const since = new Date(clock.now().getTime() - AGAIN_MS)
        if (
          (await hasJustChanged(sql, { person_id, session_id, since })) &&
          (await checkPassword(old_hash, new_password))
        ) {
          await forgetGuesses(sql, limit, subject)
          return DONE
        }
        const guess = { at: clock.now(), person_id, session_id, ip, request_id }
        await writeAudit(sql, { ...guess, event: 'old_password_wrong' })
        if (last) await writeAudit(sql, { ...guess, event: 'old_password_throttled' })
        return no(SAY.wrong_password)
      }
      await forgetGuesses(sql, limit, subject)
      if (new_password.normalize('NFC') === old_password.normalize('NFC')) return no(SAY.same_password)
      const fault = faultOf(new_password, { config: settings.configOf(who.business_id), person })
      if (fault !== null) return no(fault)
      const password_hash = await hashPassword(new_password)
      if (!(await settle({ who, old_hash, password_hash, ip, request_id }))) return no(SAY.wrong_password)
      mailQueue.wake()
      return DONE
    })
  })
}
