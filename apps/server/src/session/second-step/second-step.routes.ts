import { Refusal } from '@podmoga/contract/refusals'
import * as calls from '@podmoga/contract/second-step'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { boundToSession, type Passkeys } from '../passkeys/passkeys.ts'
import { noteRevoked } from '../tokens/revoked.ts'
import { findStep, notePassed } from './second-step.sql.ts'
import { asksSecondStep, hasSecondStep, makeSecondStep } from './second-step.ts'

const REFUSED = 'Ключ доступа не подошёл. Попробуйте ещё раз.'
const NONE = 'Второй шаг ещё не настроен.'

/** Reads the state of the second step, and passes it in a session that was opened without it. */
export const secondStepRoutes = (on: On, deps: Deps, passkeys: Passkeys): void => {
  const { sql, clock, settings } = deps
  const steps = makeSecondStep(deps)

  on(calls.getSecondStep, async ({ who }) => {
    const row = await findStep(sql, who.person_id)
    return {
      totp: row.sealed !== null,
      passkeys: row.passkeys,
      recovery_left: row.recovery_left,
      asked: asksSecondStep(row),
      required: row.desk_of.some((id) => settings.stepsFrom(id) !== null),
      passed: who.stepped,
      password: row.password,
    }
  })

  on(calls.passSecondStep, async ({ who, body, request }) => {
    const { person_id, session_id } = who
    if (session_id === null) throw refuse('unauthorized')
    if (!hasSecondStep(await findStep(sql, person_id))) return { ok: false, error: NONE }
    const { ip, id: request_id } = request
    const { code, passkey } = body
    try {
      if (passkey !== undefined) {
        const where = { bound_to: boundToSession(session_id), ip, request_id }
        if ((await passkeys.check(passkey, 'own', where, person_id)) === null)
          return { ok: false, error: REFUSED }
      } else await steps.check({ person_id, session_id, code: code ?? '', ip, request_id })
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'invalid') throw error
      return { ok: false, error: error.fields.code ?? error.message }
    }
    const now = clock.now()
    await notePassed(sql, { session_id, now })
    await writeAudit(sql, {
      at: now,
      event: 'second_step_passed',
      person_id,
      session_id,
      ip,
      request_id,
    })
    noteRevoked(person_id)
    return { ok: true, error: null }
  })
}
