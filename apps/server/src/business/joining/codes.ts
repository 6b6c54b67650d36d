import { timingSafeEqual } from 'node:crypto'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import {
  addCodeRequest,
  type CodeRequest,
  lockCodeRequests,
  readCodeHistory,
} from '../../profile/codes/codes.sql.ts'
import { CODE_MINUTES, delayAfter, secondsLeft, secondsUntilAllowed } from '../../profile/codes/codes.ts'
import { codeSms } from '../../profile/letters/letters.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { makeCodes } from '../../profile/profile.keys.ts'
import { SAY } from '../../profile/profile.texts.ts'
import { type JoiningRow, reserveJoinTry, setJoinCode } from './joining.sql.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const ASKS_PER_RESTAURANT = 60

type Newcomer = Pick<JoiningRow, 'id' | 'phone' | 'business_id'>

/** Codes that verify the phone of a newcomer who has no account yet. */
export const makeJoinCodes = (
  { sql, clock, config, settings, secrets, rates }: Deps,
  mailQueue: MailQueue,
) => {
  const codes = makeCodes(secrets)
  const ownerOf = ({ id, phone }: Pick<JoiningRow, 'id' | 'phone'>) =>
    ({ person_id: `join ${id}`, purpose: 'phone', address: phone }) as const
  const askOf = ({ phone, business_id }: Newcomer, now: Date): CodeRequest => ({
    person_id: null,
    business_id,
    purpose: 'phone',
    channel: 'sms',
    address: phone,
    now,
  })

  return {
    /** Sends a code if the limits allow it; returns the seconds until the next one, and why this one was not sent. */
    send: async (tx: TransactionSql, row: Newcomer): Promise<{ delay: number; error: string | null }> => {
      await lockCodeRequests(tx, `address ${row.phone}`, `business ${row.business_id}`)
      const now = clock.now()
      const ask = askOf(row, now)
      const history = await readCodeHistory(tx, ask)
      const left = secondsLeft(history, now)
      if (left > 0) return { delay: left, error: null }
      const wait = secondsUntilAllowed(history.to_address, config.CODES_PER_HOUR_ADDRESS, now)
      if (wait > 0) return { delay: wait, error: SAY.many_codes(wait) }
      if (history.sms_today >= config.SMS_PER_DAY) return { delay: HOUR, error: SAY.many_sms }
      const { code, salt, code_hash } = codes.make(ownerOf(row))
      const expires_at = new Date(now.getTime() + CODE_MINUTES * 60_000)
      await setJoinCode(tx, { id: row.id, salt, code_hash, expires_at })
      await addCodeRequest(tx, { ...ask, outcome: 'sent' })
      const content = codeSms(settings.configOf(row.business_id), code)
      const to = { channel: 'sms', to: row.phone, person_id: null } as const
      await mailQueue.put(tx, { ...to, content, expires_at, waited: false })
      return { delay: delayAfter(history.last.length + 1), error: null }
    },
    /** Seconds until another code may be requested. */
    left: async (row: Newcomer): Promise<number> => {
      const now = clock.now()
      return secondsLeft(await readCodeHistory(sql, askOf(row, now)), now)
    },
    /**
     * Limits codes requested through posters, so that they cannot use up the SMS quota that the business's own staff
     * need. Throws `too_often`.
     */
    count: (row: { business_id: string; restaurant_id: string }): Promise<unknown> =>
      Promise.all([
        rates.take('join_restaurant', row.restaurant_id, ASKS_PER_RESTAURANT, HOUR),
        rates.take('join_business', row.business_id, Math.ceil(config.SMS_PER_DAY / 2), DAY),
      ]),
    /** Whether the code matches the one sent; every try counts, and after a few no code is accepted. */
    isRight: async (row: Newcomer, code: string): Promise<boolean> => {
      const sent = await reserveJoinTry(sql, { id: row.id, now: clock.now() })
      return sent !== undefined && timingSafeEqual(codes.hash(ownerOf(row), sent.salt, code), sent.code_hash)
    },
  }
}
