import * as calls from '@podmoga/contract/passkeys'
import type { Deps } from '../deps.ts'
import { refuse, rowId } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeyRows,
  namePasskey,
} from '../session/passkeys/passkeys.sql.ts'
import { boundToSession, type Passkeys } from '../session/passkeys/passkeys.ts'
import { findStep, forgetSecondStep, notePassed } from '../session/second-step/second-step.sql.ts'
import { asksSecondStep, hasSecondStep } from '../session/second-step/second-step.ts'
import { endSessions } from '../session/session.sql.ts'
import type { MailQueue } from './mail-queue/mail-queue.ts'
import { makeStepChange } from './profile.second-step.ts'
import { findPerson, isTaken } from './profile.sql.ts'

const PASSKEYS_MAX = 20
const TRIES_PER_HOUR = 30

const REFUSED = 'Браузер сделал не тот ключ, или прошло больше пяти минут. Начните ещё раз.'
const MANY = `Ключей уже ${PASSKEYS_MAX}. Сначала уберите лишние.`
const KNOWN = 'Этот ключ здесь уже есть.'

const failed = (error: string) => ({ ok: false, error, recovery_codes: [] })

/** A person's own passkeys: adding, renaming and removing them. */
export const passkeyOwnRoutes = (on: On, deps: Deps, mailQueue: MailQueue, passkeys: Passkeys): void => {
  const { sql, clock, rates } = deps
  const { change, freshRecovery } = makeStepChange(deps, mailQueue)

  on(calls.beginNewPasskey, async ({ who }) => {
    const { person_id: id, session_id, business_id } = who
    if (session_id === null) throw refuse('unauthorized')
    await rates.take('passkey_new', id, TRIES_PER_HOUR, 3600)
    const { subject, first_name, last_name, email, phone } = await findPerson(sql, who)
    const login = email ?? phone ?? id
    const name = [first_name, last_name].filter(Boolean).join(' ') || login
    return {
      options: await passkeys.askNew(boundToSession(session_id), { id, subject, business_id, name, login }),
    }
  })

  on(calls.addPasskey, async ({ who, body, request }) => {
    const { person_id, session_id } = who
    if (session_id === null) throw refuse('unauthorized')
    const { ip, id: request_id } = request
    const { response, ...rest } = body.passkey
    const { transports = [], ...made } = response
    const where = { bound_to: boundToSession(session_id), ip, request_id }
    const key = await passkeys.checkNew({ ...rest, response: made }, where)
    if (key === null) return failed(REFUSED)
    if ((await listPasskeyRows(sql, person_id)).length >= PASSKEYS_MAX) return failed(MANY)
    try {
      const event = { event: 'passkey_added', say: 'passkey_added' as const }
      const recovery_codes = await change(who, request, event, async (tx) => {
        const before = await findStep(tx, person_id)
        const is_step = body.second_step === true
        const now = clock.now()
        await insertPasskey(tx, { ...key, person_id, transports, name: body.name.trim(), is_step, now })
        await notePassed(tx, { session_id, now })
        if (is_step && !asksSecondStep(before)) {
          const reason = 'second_step_enabled'
          await endSessions(tx, { person_id, except_session_id: session_id, now, reason, ip, request_id })
        }
        return hasSecondStep(before) ? [] : freshRecovery(tx, person_id)
      })
      return { ok: true, error: null, recovery_codes: recovery_codes ?? [] }
    } catch (error) {
      if (isTaken(error)) return failed(KNOWN)
      throw error
    }
  })

  on(calls.renamePasskey, async ({ who, params, body }) => {
    const { person_id } = who
    const key = { id: rowId(params.passkeyId), person_id, name: body.name.trim() }
    if (!(await namePasskey(sql, key))) throw refuse('not_found')
    return { ok: true, error: null }
  })

  on(calls.removePasskey, async ({ who, params, request }) => {
    const { person_id } = who
    const id = rowId(params.passkeyId)
    const event = { event: 'passkey_removed', say: 'passkey_removed' as const }
    const done = await change(who, request, event, async (tx) => {
      if ((await deletePasskey(tx, { id, person_id })) === undefined) return null
      // Without any second step left, recovery codes are useless.
      if (!hasSecondStep(await findStep(tx, person_id))) await forgetSecondStep(tx, person_id)
      return true
    })
    if (done === null) throw refuse('not_found')
    return { ok: true, error: null }
  })
}
