import * as calls from '@podmoga/contract/confirmation'
import { Refusal } from '@podmoga/contract/refusals'
import { writeAudit } from '../db/audit.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import type { Person } from '../http/who.ts'
import { latestStamp } from '../ports/clock.ts'
import { findPasswordHash, isConfirmed, noteConfirmed } from './session.confirm.sql.ts'
import { makeGate } from './session.gate.ts'
import { forgetGuesses, type GuessLimit, guessSubject, reserveGuess } from './session.guesses.sql.ts'
import { checkPassword } from './session.passwords.ts'

/** How long a confirmation opens what weighs. */
export const CONFIRMED_MS = 10 * 60_000

const WRONG = 'Неверный пароль.'
const MANY = 'Слишком много попыток. Подождите немного и попробуйте ещё раз.'

/**
 * Refuses `confirmation_needed` unless the session was confirmed in the last ten minutes. Always asked of the database:
 * the next server must know of it at once. Whoever comes with an outside provider's token has no session here; such a
 * provider asks its people anew itself.
 */
export const makeRequireConfirmed =
  ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>) =>
  async ({ session_id }: Person): Promise<void> => {
    if (session_id === null) return
    const now = clock.now()
    const from = new Date(now.getTime() - CONFIRMED_MS)
    if (!(await isConfirmed(sql, { session_id, from, to: latestStamp(now) })))
      throw refuse('confirmation_needed')
  }

/** A person proves that it is still them. */
export const confirmRoutes = (on: On, { sql, clock, config, secrets }: Deps): void => {
  // Each look at a password takes a processor and 19 MiB.
  const gate = makeGate({ running: 2, each: 20, waiting: 1000 })
  // One count with the change of a password: a guess is a guess.
  const limit: GuessLimit = {
    kind: 'old_password',
    failures: config.PASSWORD_GUESSES,
    window: 15 * 60,
    growing: true,
  }
  const no = (error: string) => ({ ok: false, error, confirmed_until: null })

  on(calls.confirm, ({ who, body, request }) => {
    const { person_id, session_id } = who
    const subject = guessSubject(secrets.seal_key, `person ${person_id}`)
    const event = { person_id, session_id, ip: request.ip, request_id: request.id }
    return gate(person_id, async () => {
      try {
        await reserveGuess(sql, limit, subject, clock.now())
      } catch (error) {
        if (error instanceof Refusal && error.code === 'too_often') return no(MANY)
        throw error
      }
      const right = await checkPassword(await findPasswordHash(sql, person_id), body.password)
      const now = clock.now()
      if (!right) {
        await writeAudit(sql, { at: now, event: 'confirmation_failed', ...event })
        return no(WRONG)
      }
      await forgetGuesses(sql, limit, subject)
      if (session_id !== null) await noteConfirmed(sql, { session_id, now })
      await writeAudit(sql, { at: now, event: 'confirmed', ...event })
      return {
        ok: true,
        error: null,
        confirmed_until: new Date(now.getTime() + CONFIRMED_MS).toISOString(),
      }
    })
  })
}
