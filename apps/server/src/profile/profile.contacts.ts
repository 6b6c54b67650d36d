import { FIELD } from '@podmoga/contract/fields/field-texts'
import { sendEmailUpdateCode, sendPhoneUpdateCode, verifyEmail, verifyPhone } from '@podmoga/contract/profile'
import { SignJWT } from 'jose'
import { writeAudit } from '../db/audit.ts'
import type { Deps } from '../deps.ts'
import type { Person } from '../http/principals.ts'
import { refuse } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import { isSessionOpen } from '../session/session.sql.ts'
import { forgetCodes, useCode } from './codes/codes.sql.ts'
import { makeGuess } from './codes/codes.ts'
import { makeSendCode } from './codes/send-code.ts'
import type { MailQueue } from './mail-queue/mail-queue.ts'
import {
  type AddressKind,
  canonicalEmail,
  canonicalPhone,
  isBeyondSms,
  masked,
  sameAddress,
} from './profile.addresses.ts'
import { makeNotice } from './profile.changes.ts'
import { receiptKey } from './profile.keys.ts'
import { findPerson, isTaken, updateAddress } from './profile.sql.ts'
import { SAY } from './profile.texts.ts'

const RECEIPT_MINUTES = 10

const emailOf = (text: string): string => {
  const email = canonicalEmail(text)
  if (email === null) throw refuse('invalid', { fields: { email: FIELD.email } })
  return email
}

const phoneOf = (text: string): string => {
  if (isBeyondSms(text)) throw refuse('invalid', { fields: { phone: SAY.phone_no_sms } })
  const phone = canonicalPhone(text)
  if (phone === null) throw refuse('invalid', { fields: { phone: FIELD.phone } })
  return phone
}

/** Whether a code was right and its address is now the person's, or the message to show instead. */
type Verified =
  | { ok: true; otp_token: string; message: null }
  | { ok: false; otp_token: null; message: string }

const no = (message: string): Verified => ({ ok: false, otp_token: null, message })

interface Attempt {
  who: Person
  kind: AddressKind
  /** Canonical. */
  address: string
  code: string
  ip: string
  request_id: string
}

/** E-mail and phone: sends codes and verifies them. */
export const contactRoutes = (on: On, deps: Deps, mailQueue: MailQueue): void => {
  const sendCode = makeSendCode(deps, mailQueue)
  const verify = makeVerify(deps, mailQueue)

  on(sendEmailUpdateCode, async ({ who, body, request }) => {
    const { person_id, business_id } = who
    const address = emailOf(body.email)
    const from = { ip: request.ip, request_id: request.id }
    const sent = await sendCode({ person_id, business_id, kind: 'email', address, ...from })
    return { ok: sent.ok, error: sent.error, delay_until_next_otp: sent.delay, email_exists: sent.taken }
  })

  on(sendPhoneUpdateCode, async ({ who, body, request }) => {
    const { person_id, business_id } = who
    const address = phoneOf(body.phone)
    const from = { ip: request.ip, request_id: request.id }
    const sent = await sendCode({ person_id, business_id, kind: 'phone', address, ...from })
    return { ok: sent.ok, error: sent.error, delay_until_next_otp: sent.delay, phone_exists: sent.taken }
  })

  on(verifyEmail, ({ who, body: { email, code }, request }) =>
    verify({ who, kind: 'email', address: emailOf(email), code, ip: request.ip, request_id: request.id }),
  )

  on(verifyPhone, ({ who, body: { phone, code }, request }) =>
    verify({ who, kind: 'phone', address: phoneOf(phone), code, ip: request.ip, request_id: request.id }),
  )
}

const makeVerify = (deps: Deps, mailQueue: MailQueue) => {
  const { sql, clock, secrets } = deps
  const guess = makeGuess(deps)
  const notify = makeNotice(deps, mailQueue)
  const key = receiptKey(secrets)

  const receipt = ({ who, kind, address }: Attempt): Promise<string> => {
    const issued_at = Math.floor(clock.now().getTime() / 1000)
    return new SignJWT({ kind, address })
      .setProtectedHeader({ alg: 'HS256', typ: 'receipt+jwt' })
      .setSubject(who.person_id)
      .setIssuedAt(issued_at)
      .setExpirationTime(issued_at + RECEIPT_MINUTES * 60)
      .sign(key)
  }

  /** Sets the address and consumes the code in one transaction; returns false if the code is gone meanwhile. */
  const settle = (attempt: Attempt, code_hash: Buffer): Promise<boolean> =>
    sql.begin(async (tx) => {
      const { who, kind, address, ip, request_id } = attempt
      const { person_id, session_id } = who
      const before = await findPerson(tx, { person_id, lock: true })
      if (!(await isSessionOpen(tx, session_id))) throw refuse('unauthorized')
      if (!(await useCode(tx, { person_id, code_hash }))) return false
      const now = clock.now()
      const changed = !sameAddress(before[kind], address)
      await updateAddress(tx, { person_id, kind, address, verified_at: now })
      if (changed) {
        await forgetCodes(tx, { person_id, purposes: [kind, 'recovery'] })
        await notify(tx, { before, kind, to: masked(kind, address), session_id })
      }
      const event = `${kind}_${changed ? 'changed' : 'confirmed'}`
      await writeAudit(tx, { at: now, event, person_id, session_id, ip, request_id })
      return true
    })

  return async (attempt: Attempt): Promise<Verified> => {
    const { who, kind, code, ip, request_id } = attempt
    const address = attempt.address.toLowerCase()
    const code_hash = await guess({ person_id: who.person_id, purpose: kind, address, code, ip, request_id })
    if (code_hash === null) return no(SAY.wrong_code)
    try {
      if (!(await settle(attempt, code_hash))) return no(SAY.wrong_code)
    } catch (error) {
      if (!isTaken(error)) throw error
      return no(kind === 'email' ? SAY.email_taken : SAY.phone_taken)
    }
    mailQueue.wake()
    return { ok: true, otp_token: await receipt(attempt), message: null }
  }
}
