import * as calls from '@podmoga/contract/confirmation'
import { Refusal } from '@podmoga/contract/refusals'
import type { Assertion } from '@podmoga/contract/second-step'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import type { Person } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { latestStamp } from '../../ports/clock.ts'
import { boundToSession, type Passkeys } from '../passkeys/passkeys.ts'
import { makeSecondStep } from '../second-step/second-step.ts'
import { makeGate } from '../session.gate.ts'
import { checkPassword } from '../session.passwords.ts'
import { forgetGuesses, guessSubject, oldPasswordLimit, reserveGuess } from '../sign-in/guesses.sql.ts'
import { findPasswordHash, isConfirmed, noteConfirmed } from './confirm.sql.ts'

/** How long one confirmation allows sensitive actions. */
const CONFIRMED_MS = 10 * 60_000

const WRONG = 'Неверный пароль.'
const REFUSED = 'Ключ доступа не подошёл. Попробуйте ещё раз.'
const MANY = 'Слишком много попыток. Подождите немного и попробуйте ещё раз.'

/**
 * Throws `confirmation_needed` unless the session was confirmed in the last ten minutes. Always reads the database,
 * because other servers must see a confirmation at once. A caller with an outside provider's token has no session here
 * and passes: the provider re-authenticates its users itself.
 */
export const makeRequireConfirmed =
  ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>) =>
  async ({ session_id, key }: Person): Promise<void> => {
    // A program cannot confirm: it either has the scope for sensitive actions or not.
    if (key !== undefined && !key.scopes.includes('roles')) throw refuse('forbidden')
    if (session_id === null) return
    const now = clock.now()
    const from = new Date(now.getTime() - CONFIRMED_MS)
    if (!(await isConfirmed(sql, { session_id, from, to: latestStamp(now) })))
      throw refuse('confirmation_needed')
  }

/** Routes by which a signed-in person confirms their identity again. */
export const confirmRoutes = (on: On, deps: Deps, passkeys: Passkeys): void => {
  const { sql, clock, config, secrets } = deps
  const steps = makeSecondStep(deps)
  // Each password check takes a processor core and 19 MiB.
  const gate = makeGate({ running: 2, each: 20, waiting: 1000 })
  const limit = oldPasswordLimit(config)
  type Attempt = { person_id: string; session_id: string | null; ip: string; request_id: string }

  /** Returns null if the password is right, else an error message in Russian. */
  const byPassword = (attempt: Attempt, password: string): Promise<string | null> =>
    gate(attempt.person_id, async () => {
      const { person_id } = attempt
      const subject = guessSubject(secrets.seal_key, `person ${person_id}`)
      await reserveGuess(sql, limit, subject, clock.now())
      const right = await checkPassword(await findPasswordHash(sql, person_id), password)
      if (right) await forgetGuesses(sql, limit, subject)
      else await writeAudit(sql, { at: clock.now(), event: 'confirmation_failed', ...attempt })
      return right ? null : WRONG
    })
  const byCode = async (attempt: Attempt, code: string): Promise<null> => {
    await steps.check({ ...attempt, code })
    return null
  }
  const byPasskey = async (attempt: Attempt, passkey: Assertion): Promise<string | null> => {
    const { person_id, session_id, ip, request_id } = attempt
    if (session_id === null) return REFUSED
    const where = { bound_to: boundToSession(session_id), ip, request_id }
    return (await passkeys.check(passkey, 'own', where, person_id)) === null ? REFUSED : null
  }
  /** Turns a refusal into the error message shown under the field; rethrows anything else. */
  const messageOf = (error: unknown): string => {
    if (error instanceof Refusal && error.code === 'too_often') return MANY
    if (error instanceof Refusal && error.code === 'invalid') return error.fields.code ?? error.message
    throw error
  }

  on(calls.confirm, async ({ who, body, request }) => {
    const { person_id, session_id } = who
    const attempt = { person_id, session_id, ip: request.ip, request_id: request.id }
    const { code, passkey, password = '' } = body
    const way =
      passkey !== undefined
        ? byPasskey(attempt, passkey)
        : code !== undefined
          ? byCode(attempt, code)
          : byPassword(attempt, password)
    const fault = await way.catch(messageOf)
    if (fault !== null) return { ok: false, error: fault, confirmed_until: null }
    const now = clock.now()
    if (session_id !== null) await noteConfirmed(sql, { session_id, now })
    await writeAudit(sql, { at: now, event: 'confirmed', ...attempt })
    const confirmed_until = new Date(now.getTime() + CONFIRMED_MS).toISOString()
    return { ok: true, error: null, confirmed_until }
  })
}
