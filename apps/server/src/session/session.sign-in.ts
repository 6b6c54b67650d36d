import { isStorable } from '@podmoga/contract/fields'
import { writeAudit } from '../db/audit.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { late } from '../ports/late.ts'
import { makeGate } from './session.gate.ts'
import { SIGN_IN_GUESSES } from './session.guesses.sql.ts'
import { makeGuessing } from './session.guesses.ts'
import { checkPassword } from './session.passwords.ts'
import { makeSecondStep } from './session.second-step.ts'
import { addressOf } from './session.sign-in.address.ts'
import { findLogin, type LoginRow } from './session.sql.ts'

const phones = late<typeof import('libphonenumber-js')>('libphonenumber-js')

export interface Attempt {
  login: string
  password: string
  /** Of the second step, if it was asked. */
  code?: string | undefined
  ip: string
  request_id: string
}

/** A login in the form it is stored and looked up: an e-mail, or a phone in E.164 (without a country: Uzbekistan's). */
export const loginOf = (text: string): { email: string | null; phone: string | null } => {
  const login = text.normalize('NFC').trim()
  if (!isStorable(login)) return { email: null, phone: null }
  if (login.includes('@')) return { email: login.toLowerCase(), phone: null }
  return { email: null, phone: phones().parsePhoneNumberFromString(login, 'UZ')?.number ?? null }
}

/**
 * Checks a login and a password, and answers whose they are. Refuses `bad_credentials`, with the same text and after
 * the same time whether the login exists or not, and `too_often` while guesses are held back: then even the right
 * password is not looked at. Whoever has a second step and brings no code is refused `second_step_needed`.
 */
export const makeCheckSignIn = (deps: Deps) => {
  const { sql, clock, config } = deps
  const steps = makeSecondStep(deps)
  const { SIGN_IN_FAILURES, SIGN_IN_FAILURES_ADDRESS } = config
  const guess = makeGuessing(deps, {
    own: { kind: SIGN_IN_GUESSES, failures: SIGN_IN_FAILURES, window: 15 * 60, growing: true },
    address: { kind: 'sign_in_address', failures: SIGN_IN_FAILURES_ADDRESS, window: 60, growing: false },
  })
  // Each check takes a processor and 19 MiB. Guesses that wait here have reserved nothing yet, so a crowd that signs in
  // from one address at once is not taken for an attack; nor does it keep other addresses waiting.
  const gate = makeGate({ running: 3, each: 120, waiting: 2000 })

  return (attempt: Attempt): Promise<LoginRow & { passed: boolean }> =>
    gate(addressOf(attempt.ip), async () => {
      const where = { ip: attempt.ip, request_id: attempt.request_id }
      const login = loginOf(attempt.login)
      const person = await findLogin(sql, login)
      const now = clock.now()
      const about =
        person === undefined ? `login ${login.email ?? login.phone ?? attempt.login}` : `person ${person.id}`
      const { last, forgive } = await guess({ about, ip: attempt.ip, now })
      const right = await checkPassword(person?.password_hash ?? null, attempt.password)
      if (person !== undefined && right && person.disabled_at === null) {
        await forgive()
        const { code } = attempt
        const step = await steps.passAtSignIn({ person_id: person.id, session_id: null, code, ...where })
        return { ...person, ...step }
      }
      const person_id = person?.id ?? null
      await writeAudit(sql, { at: now, event: 'sign_in_failed', person_id, ...where })
      for (const [isLast, by] of [
        [last.own, 'account'],
        [last.address, 'address'],
      ] as const)
        if (isLast)
          await writeAudit(sql, { at: now, event: 'sign_in_throttled', person_id, ...where, detail: { by } })
      throw refuse('bad_credentials')
    })
}
