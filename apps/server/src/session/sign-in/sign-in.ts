import { setTimeout as pause } from 'node:timers/promises'
import { isStorable } from '@podmoga/contract/fields/fields'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refuse.ts'
import { late } from '../../ports/lazy-libraries.ts'
import { makeSecondStep } from '../second-step/second-step.ts'
import { makeGate } from '../session.gate.ts'
import { checkPassword } from '../session.passwords.ts'
import { findLogin, type LoginRow, listSignInAddresses } from '../session.sql.ts'
import { addressOf } from './address.ts'
import { SIGN_IN_GUESSES } from './guesses.sql.ts'
import { makeGuessing } from './guesses.ts'

const phones = late<typeof import('libphonenumber-js')>('libphonenumber-js')

export interface Attempt {
  login: string
  password: string
  /** Of the second step, if it was asked. */
  code?: string | undefined
  ip: string
  request_id: string
}

/** How long an address stays one that a person is known to sign in from. */
const AT_HOME_MS = 30 * 24 * 3600 * 1000
/** An id that no row has. */
const NOBODY = '0'

interface Login {
  email: string | null
  phone: string | null
}

/** A login in the form it is stored and looked up: an e-mail, or a phone in E.164 (without a country: Uzbekistan's). */
export const loginOf = (text: string): Login => {
  const login = text.normalize('NFC').trim()
  if (!isStorable(login)) return { email: null, phone: null }
  if (login.includes('@')) return { email: login.toLowerCase(), phone: null }
  return { email: null, phone: phones().parsePhoneNumberFromString(login, 'UZ')?.number ?? null }
}

/** What a login is counted by while nobody knows whose it is. */
const nameOf = ({ email, phone }: Login, attempt: Attempt): string => email ?? phone ?? attempt.login

/**
 * Checks a login and a password, and answers whose they are. Refuses `bad_credentials`, with the same text and after
 * the same time whether the login exists or not, and `too_often` while guesses are held back: then even the right
 * password is not looked at. Wrong guesses from an address do not hold back whoever has lately signed in from it. Whoever has a second step and brings no code is refused `second_step_needed`.
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
  // from one address at once is not taken for an attack; nor does it keep other addresses waiting, or other people at
  // its own: a restaurant's Wi-Fi is one address.
  const gate = makeGate({ running: 3, each: 1000, each_member: 40, waiting: 2000 })
  let check_ms = 0

  const check = async (
    attempt: Attempt,
    login: Login,
    onStranger: () => void,
  ): Promise<LoginRow & { passed: boolean }> => {
    const where = { ip: attempt.ip, request_id: attempt.request_id }
    const person = await findLogin(sql, login)
    const now = clock.now()
    const { last, held, forgive } = await guess({
      about: person === undefined ? `login ${nameOf(login, attempt)}` : `person ${person.id}`,
      ip: attempt.ip,
      now,
      isAtHome: async () => {
        const isHome = await isAtHome(person?.id ?? NOBODY, attempt.ip, now)
        if (!isHome) onStranger()
        return isHome
      },
    })
    const begun = performance.now()
    const right = await checkPassword(person?.password_hash ?? null, attempt.password)
    check_ms = performance.now() - begun
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
    // Nobody learns from a refusal at a held address who is known there.
    throw held ?? refuse('bad_credentials')
  }

  const isAtHome = async (person_id: string, ip: string, now: Date): Promise<boolean> => {
    const since = new Date(now.getTime() - AT_HOME_MS)
    const ips = await listSignInAddresses(sql, { person_id, since })
    return ips.some((one) => addressOf(one) === addressOf(ip))
  }

  return async (attempt: Attempt): Promise<LoginRow & { passed: boolean }> => {
    const login = loginOf(attempt.login)
    const whose = { subject: addressOf(attempt.ip), member: nameOf(login, attempt) }
    let isStranger = false
    try {
      return await gate(whose, () =>
        check(attempt, login, () => {
          isStranger = true
        }),
      )
    } catch (refusal) {
      // As long as a look at the password takes, or the time would tell who is known at a held address.
      if (isStranger) await pause(check_ms)
      throw refusal
    }
  }
}
