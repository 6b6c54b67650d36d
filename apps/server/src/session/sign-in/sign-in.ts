import { setTimeout as pause } from 'node:timers/promises'
import { isStorable } from '@podmoga/contract/fields/fields'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { refuse } from '../../http/refuse.ts'
import { late } from '../../ports/lazy-libraries.ts'
import { makeSecondStep } from '../second-step/second-step.ts'
import { makeGate } from '../session.gate.ts'
import { checkPassword } from '../session.passwords.ts'
import { findLogin, type LoginRow, listSignInAddresses } from '../session.sql.ts'
import { SIGN_IN_GUESSES } from './guesses.sql.ts'
import { makeGuessing } from './guesses.ts'

const phones = late<typeof import('libphonenumber-js')>('libphonenumber-js')

export interface Attempt {
  login: string
  password: string
  /** Code of the second step, if it was requested. */
  code?: string | undefined
  ip: string
  request_id: string
}

/** How long an address counts as known after a person signed in from it. */
const AT_HOME_MS = 30 * 24 * 3600 * 1000
/** An id that no row has. */
const NOBODY = '0'

interface Login {
  email: string | null
  phone: string | null
}

/** Normalizes a login to its stored form: an e-mail, or a phone in E.164 (without a country code: Uzbekistan's). */
export const loginOf = (text: string): Login => {
  const login = text.normalize('NFC').trim()
  if (!isStorable(login)) return { email: null, phone: null }
  if (login.includes('@')) return { email: login.toLowerCase(), phone: null }
  return { email: null, phone: phones().parsePhoneNumberFromString(login, 'UZ')?.number ?? null }
}

/** What guesses are counted by while the login belongs to no known person. */
const nameOf = ({ email, phone }: Login, attempt: Attempt): string => email ?? phone ?? attempt.login

/**
 * Checks a login and a password, and returns the person. Throws `bad_credentials`, with the same text and after the
 * same time whether the login exists or not, and `too_often` while guesses are throttled: then even the right password
 * is not checked. Wrong guesses from an address do not block a person who has recently signed in from it. Throws
 * `second_step_needed` if the person has a second step and sends no code.
 */
export const makeCheckSignIn = (deps: Deps) => {
  const { sql, clock, config } = deps
  const steps = makeSecondStep(deps)
  const { SIGN_IN_FAILURES, SIGN_IN_FAILURES_ADDRESS } = config
  const guess = makeGuessing(deps, {
    own: { kind: SIGN_IN_GUESSES, failures: SIGN_IN_FAILURES, window: 15 * 60, growing: true },
    address: { kind: 'sign_in_address', failures: SIGN_IN_FAILURES_ADDRESS, window: 60, growing: false },
  })
  // Each check takes a processor core and 19 MiB. Waiting attempts have reserved no guess yet, so a crowd signing in
  // from one address at once is not taken for an attack. It does not delay other addresses, nor other people at its
  // own: a restaurant's Wi-Fi is one address.
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
    // The same refusal for everyone at a blocked address, so that it does not reveal who is known there.
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
      // Waits as long as a password check takes: otherwise the time would reveal who is known at a blocked address.
      if (isStranger) await pause(check_ms)
      throw refusal
    }
  }
}
