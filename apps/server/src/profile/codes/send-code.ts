import type { TransactionSql } from '@podmoga/sql/sql'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { codeLetter, codeSms } from '../letters/letters.ts'
import type { OutboxRow } from '../mail-queue/mail-queue.sql.ts'
import type { MailQueue } from '../mail-queue/mail-queue.ts'
import { type AddressKind, sameAddress } from '../profile.addresses.ts'
import { makeCodes } from '../profile.keys.ts'
import { findByAddress, findPerson } from '../profile.sql.ts'
import { SAY } from '../profile.texts.ts'
import {
  addCodeRequest,
  type CodeHistory,
  type CodeRequest,
  lockCodeRequests,
  readCodeHistory,
  replaceCode,
  withdrawCode,
} from './codes.sql.ts'
import { CODE_MINUTES, delayAfter, secondsLeft, secondsUntilAllowed } from './codes.ts'

/** The result of a request for a code. `delay` is in seconds. */
export interface Sent {
  ok: boolean
  error: string | null
  delay: number
  taken: boolean
}

const no = (error: string, more: Partial<Sent> = {}): Sent => ({
  ok: false,
  error,
  delay: 0,
  taken: false,
  ...more,
})
const yes = (delay: number): Sent => ({ ok: true, error: null, delay, taken: false })

/** A code that is stored and waits to be sent. */
export interface Issued {
  row: OutboxRow
  code_request_id: string
  code_hash: Buffer
}

/**
 * Makes a code in the caller's transaction, with the letter or SMS that carries it. `waited`: the request will deliver
 * it itself.
 */
export const makeIssue = ({ settings, secrets }: Deps, mailQueue: MailQueue) => {
  const codes = makeCodes(secrets)
  return async (
    tx: TransactionSql,
    ask: CodeRequest & { person_id: string },
    { to, waited }: { to: string; waited: boolean },
  ): Promise<Issued> => {
    const { person_id, business_id, purpose, address, channel, now } = ask
    const { code, salt, code_hash } = codes.make({ person_id, purpose, address })
    const expires_at = new Date(now.getTime() + CODE_MINUTES * 60_000)
    await replaceCode(tx, { person_id, purpose, address, salt, code_hash, now, expires_at })
    const code_request_id = await addCodeRequest(tx, { ...ask, outcome: 'sent' })
    const head = settings.configOf(business_id ?? '')
    const content =
      channel === 'email' ? codeLetter(head, { purpose, code, minutes: CODE_MINUTES }) : codeSms(head, code)
    const row = await mailQueue.put(tx, { channel, to, person_id, content, expires_at, waited })
    return { row, code_request_id, code_hash }
  }
}

/** Returns the refusal for the limit that one more code would exceed; null if none. */
const overLimit = ({ config }: Deps, ask: CodeRequest, history: CodeHistory): Sent | null => {
  const wait = Math.max(
    secondsUntilAllowed(history.by_person, config.CODES_PER_HOUR, ask.now),
    secondsUntilAllowed(history.to_address, config.CODES_PER_HOUR_ADDRESS, ask.now),
  )
  if (wait > 0) return no(SAY.many_codes(wait), { delay: wait })
  if (ask.channel === 'sms' && history.sms_today >= config.SMS_PER_DAY) return no(SAY.many_sms)
  return null
}

export interface AskedBy {
  person_id: string
  business_id: string
  kind: AddressKind
  /** Canonical. */
  address: string
  ip: string
  request_id: string
}

/** Sends codes that verify an e-mail or a phone. */
export const makeSendCode = (deps: Deps, mailQueue: MailQueue) => {
  const { sql, clock } = deps
  const issue = makeIssue(deps, mailQueue)

  const decide = async (tx: TransactionSql, by: AskedBy): Promise<Sent | (Issued & { delay: number })> => {
    const { person_id, business_id, kind } = by
    const channel = kind === 'email' ? 'email' : 'sms'
    // One mailbox, whatever the case, has one code and one count.
    const address = by.address.toLowerCase()
    await lockCodeRequests(tx, `person ${person_id}`, `address ${address}`)
    if (channel === 'sms') await lockCodeRequests(tx, `business ${business_id}`)
    const person = await findPerson(tx, { person_id })
    const now = clock.now()
    const ask: CodeRequest & { person_id: string } = {
      person_id,
      business_id,
      purpose: kind,
      channel,
      address,
      now,
    }
    const proved = kind === 'email' ? person.email_verified_at : person.phone_verified_at
    if (proved !== null && sameAddress(person[kind], address))
      return no(kind === 'email' ? SAY.own_email : SAY.own_phone)
    const history = await readCodeHistory(tx, ask)
    const left = secondsLeft(history, now)
    if (left > 0) return yes(left)
    if (history.other_addresses >= deps.config.ADDRESSES_PER_DAY)
      return throttled(tx, by, no(SAY.many_addresses))
    const owner = await findByAddress(tx, { kind, address })
    if (owner !== null && owner !== person_id) {
      await addCodeRequest(tx, { ...ask, outcome: 'taken' })
      return no(kind === 'email' ? SAY.email_taken : SAY.phone_taken, { taken: true })
    }
    const over = overLimit(deps, ask, history)
    if (over !== null) return throttled(tx, by, over)
    const issued = await issue(tx, ask, { to: by.address, waited: true })
    return { ...issued, delay: delayAfter(history.last.length + 1) }
  }

  const throttled = async (tx: TransactionSql, by: AskedBy, sent: Sent): Promise<Sent> => {
    const { person_id, ip, request_id, kind } = by
    const detail = { purpose: kind }
    await writeAudit(tx, { at: clock.now(), event: 'code_throttled', person_id, ip, request_id, detail })
    return sent
  }

  /** Sends a code, or returns why not. Waits for the mail server or the gateway; withdraws a code that it refuses. */
  return async (by: AskedBy): Promise<Sent> => {
    const closed = mailQueue.closed(by.kind === 'email' ? 'email' : 'sms')
    if (closed !== null) return no(closed)
    const decided = await sql.begin((tx) => decide(tx, by))
    if (!('row' in decided)) return decided
    const delivered = await mailQueue.deliver(decided.row, (tx) => withdrawCode(tx, decided))
    if (delivered) return yes(decided.delay)
    return no(by.kind === 'email' ? SAY.mail_down : SAY.sms_down)
  }
}
