import { setTimeout as pause } from 'node:timers/promises'
import { recoverPassword, sendRecoveryCode } from '@podmoga/contract/profile'
import { Refusal } from '@podmoga/contract/refusals'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { FastifyInstance } from 'fastify'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { On } from '../../http/serve.ts'
import { hashPassword } from '../../session/session.passwords.ts'
import { endSessions } from '../../session/session.sql.ts'
import {
  forgetGuesses,
  type GuessLimit,
  guessSubject,
  reserveGuess,
  SIGN_IN_GUESSES,
} from '../../session/sign-in/guesses.sql.ts'
import { loginOf } from '../../session/sign-in/sign-in.ts'
import {
  addCodeRequest,
  CODE_PURPOSES,
  type CodeRequest,
  forgetCodes,
  lockCodeRequests,
  readCodeHistory,
  useCode,
} from '../codes/codes.sql.ts'
import { delayAfter, makeGuess, secondsLeft, secondsUntilAllowed } from '../codes/codes.ts'
import { makeIssue } from '../codes/send-code.ts'
import type { MailQueue } from '../mail-queue/mail-queue.ts'
import { faultOf } from '../password/rules.ts'
import { makeNotice } from '../profile.changes.ts'
import { findPerson, updateAddress, updatePassword } from '../profile.sql.ts'
import { SAY } from '../profile.texts.ts'
import { findRecoverable, type Recoverable } from './recovery.sql.ts'

/** Longer than the work for any login takes, so that the response time does not reveal whether the login exists. */
const EVERY_ANSWER_MS = 250

interface From {
  ip: string
  request_id: string
}

/** An e-mail or a phone as people sign in with it; `key` is the normalized form. */
interface Login {
  key: string
  channel: 'email' | 'sms'
  email: string | null
  phone: string | null
}

const readLogin = (text: string): Login => {
  const { email, phone } = loginOf(text)
  const key = (email ?? phone ?? text.replaceAll('\u0000', '').toWellFormed()).toLowerCase()
  return { key, channel: phone === null ? 'email' : 'sms', email, phone }
}

/**
 * Sets a new password by a code sent to the address the person signs in with. That address need not be verified yet:
 * the business gave it to them, and the code verifies it.
 */
export const recoveryRoutes = (app: FastifyInstance, on: On, deps: Deps, mailQueue: MailQueue): void => {
  const { sql, clock, config, secrets } = deps
  const issue = makeIssue(deps, mailQueue)
  const recover = makeRecover(deps, mailQueue)
  const limit: GuessLimit = {
    kind: 'recovery_address',
    failures: config.RECOVERIES_PER_ADDRESS,
    window: 15 * 60,
    growing: false,
  }

  const throttle = ({ ip }: From): Promise<unknown> =>
    reserveGuess(sql, limit, guessSubject(secrets.seal_key, addressOf(ip)), clock.now())

  /** Stores the request and, for a known login, a code; returns the seconds until the next one may be requested. */
  const ask = async (tx: TransactionSql, login: Login): Promise<number> => {
    const person = await findRecoverable(tx, login)
    if (person !== undefined) await lockCodeRequests(tx, `person ${person.id}`)
    await lockCodeRequests(tx, `address ${login.key}`)
    if (person !== undefined && login.channel === 'sms')
      await lockCodeRequests(tx, `business ${person.business_id}`)
    const now = clock.now()
    const one: CodeRequest = {
      person_id: person?.id ?? null,
      business_id: person?.business_id ?? null,
      purpose: 'recovery',
      channel: login.channel,
      address: login.key,
      now,
    }
    const history = await readCodeHistory(tx, one)
    const left = secondsLeft(history, now)
    if (left > 0) return left
    const isAllowed =
      person !== undefined &&
      secondsUntilAllowed(history.by_person, config.CODES_PER_HOUR, now) === 0 &&
      secondsUntilAllowed(history.to_address, config.CODES_PER_HOUR_ADDRESS, now) === 0 &&
      (login.channel === 'email' || history.sms_today < config.SMS_PER_DAY)
    if (person !== undefined && isAllowed)
      await issue(tx, { ...one, person_id: person.id }, { to: person.address, waited: false })
    else await addCodeRequest(tx, { ...one, outcome: 'unknown' })
    return delayAfter(history.last.length + 1)
  }

  // Requests in progress when the app closes still need the database.
  const busy = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => void (await Promise.allSettled(busy)))

  on(sendRecoveryCode, async ({ body, request }) => {
    const from = { ip: request.ip, request_id: request.id }
    await throttle(from)
    const login = readLogin(body.login)
    const closed = mailQueue.closed(login.channel)
    if (closed !== null) return { ok: false, error: closed, delay_until_next_otp: 0 }
    const asking = sql.begin((tx) => ask(tx, login))
    busy.add(asking)
    const [delay] = await Promise.all([asking, pause(EVERY_ANSWER_MS)]).finally(() => busy.delete(asking))
    mailQueue.wake()
    return { ok: true, error: null, delay_until_next_otp: delay }
  })

  on(recoverPassword, async ({ body, request }) => {
    const from = { ip: request.ip, request_id: request.id }
    const fault = faultOf(body.new_password, { config, person: null })
    if (fault !== null) return { ok: false, error: fault }
    try {
      await throttle(from)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'too_often') throw error
      return { ok: false, error: SAY.many_guesses(Math.ceil(error.retry_after ?? 60)) }
    }
    const [error] = await Promise.all([recover({ ...body, ...from }), pause(EVERY_ANSWER_MS)])
    return { ok: error === null, error }
  })
}

interface Recovery extends From {
  login: string
  code: string
  new_password: string
}

const makeRecover = (deps: Deps, mailQueue: MailQueue) => {
  const { sql, clock, settings, secrets } = deps
  const guess = makeGuess(deps)
  const notify = makeNotice(deps, mailQueue)

  const settle = (person: Recoverable, password_hash: string, code_hash: Buffer, from: From) =>
    sql.begin(async (tx) => {
      const person_id = person.id
      const before = await findPerson(tx, { person_id, lock: true })
      if (!(await useCode(tx, { person_id, code_hash }))) return false
      const now = clock.now()
      await updatePassword(tx, { person_id, password_hash })
      const { kind, address } = person
      if (before[kind] === address) await updateAddress(tx, { person_id, kind, address, verified_at: now })
      await forgetCodes(tx, { person_id, purposes: CODE_PURPOSES })
      // Wrong guesses at the old password must not block the new one.
      await forgetGuesses(
        tx,
        { kind: SIGN_IN_GUESSES },
        guessSubject(secrets.seal_key, `person ${person_id}`),
      )
      await notify(tx, { before, kind: 'password', to: null, session_id: null })
      await writeAudit(tx, { at: now, event: 'password_recovered', person_id, ...from })
      await endSessions(tx, {
        person_id,
        except_session_id: null,
        now,
        reason: 'password_recovered',
        ...from,
      })
      return true
    })

  /** Sets the new password; returns null, or the message why not. */
  return async ({ login: text, code, new_password, ip, request_id }: Recovery): Promise<string | null> => {
    const from = { ip, request_id }
    const login = readLogin(text)
    const person = await findRecoverable(sql, login)
    if (person === undefined) return SAY.wrong_code
    const owner = { person_id: person.id, purpose: 'recovery' as const, address: login.key }
    const code_hash = await guess({ ...owner, code, ...from })
    if (code_hash === null) return SAY.wrong_code
    const fault = faultOf(new_password, { config: settings.configOf(person.business_id), person })
    if (fault !== null) return fault
    const password_hash = await hashPassword(new_password)
    if (!(await settle(person, password_hash, code_hash, from))) return SAY.wrong_code
    mailQueue.wake()
    return null
  }
}
