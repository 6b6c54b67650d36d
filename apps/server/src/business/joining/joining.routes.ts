import { createHmac, hkdfSync } from 'node:crypto'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import * as calls from '@podmoga/contract/joining'
import type { z } from 'zod'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { lockCodeRequests } from '../../profile/codes/codes.sql.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { faultOf } from '../../profile/password/rules.ts'
import { canonicalPhone, isBeyondSms } from '../../profile/profile.addresses.ts'
import { setFirstPassword } from '../../profile/profile.people.sql.ts'
import { SAY } from '../../profile/profile.texts.ts'
import type { OpenSession } from '../../session/session.open.ts'
import { makeOriginOf } from '../../session/session.origin.ts'
import { hashPassword } from '../../session/session.passwords.ts'
import { linkHash, newLinkKey } from '../business.keys.ts'
import { makeJoinCodes } from './codes.ts'
import { addJoining, findJoining, findPhoneOwner, setDecided, setWaiting } from './joining.sql.ts'
import { makePosterKeys } from './posters.routes.ts'
import { findOpenPoster, type OpenPoster } from './posters.sql.ts'
import type { JoiningNotices } from './tell-of-joining.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** How long a newcomer's page stays valid. */
export const JOINING_DAYS = 30

// A whole shift may join in one evening from the staff room's single network address.
const ASKS_PER_ADDRESS = 30
const LOOKS_PER_MINUTE = 120
/** Waiting pages poll every few seconds, many of them from one address. */
const WAITING_LOOKS_PER_MINUTE = 1200
const GUESSES_PER_MINUTE = 60

const NO_POSTER = 'Плакат больше не действует. Попросите у управляющего новый.'
const NO_REQUEST = 'Этой просьбы больше нет. Отсканируйте плакат ещё раз.'

/** Resolves the key of a poster and the token of a join request. Both throw `not_found`. */
const makeOpen = (deps: Deps) => {
  const { sql, clock } = deps
  const keys = makePosterKeys(deps)

  const openPoster = async (key: string): Promise<OpenPoster> => {
    const id = keys.idOf(key)
    const poster = id === null ? undefined : await findOpenPoster(sql, { id, now: clock.now() })
    if (poster === undefined) throw refuse('not_found', { message: NO_POSTER })
    return poster
  }
  const since = () => new Date(clock.now().getTime() - JOINING_DAYS * DAY * 1000)
  const open = async (db: Parameters<typeof findJoining>[0], token: string, lock = false) => {
    const row = await findJoining(db, { token_hash: linkHash(token), since: since(), lock })
    if (row === undefined || row.state === 'replaced' || row.state === 'joined')
      throw refuse('not_found', { message: NO_REQUEST })
    return row
  }
  const secret = Buffer.from(hkdfSync('sha256', deps.secrets.link_key, '', 'podmoga joining', 32))
  /**
   * The same request from the same page gets the same token, so that the code already sent still works if the response
   * was lost.
   */
  const tokenOf = ({ attempt, ...ask }: z.output<typeof calls.askToJoin.body>): string =>
    attempt === undefined
      ? newLinkKey()
      : createHmac('sha256', secret)
          .update(JSON.stringify([attempt, ask.key, ask.first_name, ask.last_name, ask.phone]))
          .digest('base64url')
  return { openPoster, open, tokenOf }
}

/** A newcomer's steps after scanning a poster: give a name, verify the phone, wait, and join. */
export const joiningRoutes = (
  on: On,
  deps: Deps,
  mailQueue: MailQueue,
  openSession: OpenSession,
  notices: JoiningNotices,
): void => {
  const { sql, clock, config, rates } = deps
  const originOf = makeOriginOf(config)
  const codes = makeJoinCodes(deps, mailQueue)

  const { openPoster, open, tokenOf } = makeOpen(deps)

  on(calls.lookAtPoster, async ({ body, request }) => {
    await rates.take('poster', addressOf(request.ip), LOOKS_PER_MINUTE, 60)
    const { business, restaurant } = await openPoster(body.key)
    return { business, restaurant }
  })

  on(calls.askToJoin, async ({ body, request }) => {
    if (originOf(request) === 'foreign') throw refuse('bad_origin')
    await rates.take('join_address', addressOf(request.ip), ASKS_PER_ADDRESS, HOUR)
    const poster = await openPoster(body.key)
    if (isBeyondSms(body.phone)) throw refuse('invalid', { fields: { phone: SAY.phone_no_sms } })
    const phone = canonicalPhone(body.phone)
    if (phone === null) throw refuse('invalid', { fields: { phone: FIELD.phone } })
    const closed = mailQueue.closed('sms')
    if (closed !== null) throw refuse('unavailable', { message: closed })
    await codes.count(poster)
    const token = tokenOf(body)
    const { delay } = await sql.begin(async (tx) => {
      const { business_id, restaurant_id, id: poster_id } = poster
      const id = await addJoining(tx, {
        business_id,
        restaurant_id,
        poster_id,
        token_hash: linkHash(token),
        first_name: body.first_name,
        last_name: body.last_name.trim() || null,
        phone,
        now: clock.now(),
      })
      return id === null ? { delay: 0 } : codes.send(tx, { id, phone, business_id })
    })
    mailQueue.wake()
    return { token, delay_until_next_otp: delay }
  })

  on(calls.sendJoinCode, async ({ body, request }) => {
    await rates.take('join_guess', addressOf(request.ip), GUESSES_PER_MINUTE, 60)
    const row = await open(sql, body.token)
    if (row.state !== 'code') return { ok: true, error: null, delay_until_next_otp: 0 }
    await codes.count(row)
    const { delay, error } = await sql.begin((tx) => codes.send(tx, row))
    mailQueue.wake()
    return { ok: error === null, error, delay_until_next_otp: delay }
  })

  on(calls.confirmJoin, async ({ body, request }) => {
    await rates.take('join_guess', addressOf(request.ip), GUESSES_PER_MINUTE, 60)
    const seen = await open(sql, body.token)
    const now = clock.now()
    if (seen.state !== 'code' || !(await codes.isRight(seen, body.code)))
      return { ok: false, message: SAY.wrong_code }
    const notify = await sql.begin(async (tx) => {
      await lockCodeRequests(tx, `address ${seen.phone}`)
      const row = await open(tx, body.token, true)
      if (row.state !== 'code') return null
      const owner = await findPhoneOwner(tx, row)
      // Only after the code is verified does the response show that they already work here; nobody has to approve.
      if (owner?.is_member === true && !owner.is_disabled) {
        await setDecided(tx, { id: row.id, state: 'admitted', now, decided_by: null, person_id: owner.id })
        return null
      }
      await setWaiting(tx, { row, now })
      return notices.waits(tx, row)
    })
    notify?.()
    return { ok: true, message: null }
  })

  on(calls.lookAtJoining, async ({ body, request }) => {
    await rates.take('join_look', addressOf(request.ip), WAITING_LOOKS_PER_MINUTE, 60)
    const row = await open(sql, body.token)
    const { business, restaurant, phone, state } = row
    const delay = state === 'code' ? await codes.left(row) : 0
    return {
      // The states `replaced` and `joined` were already rejected with `not_found`.
      state: state as 'code' | 'waiting' | 'admitted' | 'refused',
      business,
      restaurant,
      phone,
      has_password: state === 'admitted' && row.has_password,
      delay_until_next_otp: delay,
    }
  })

  finishRoute(on, deps, openSession)
}

/** An admitted newcomer sets a password and is signed in. */
const finishRoute = (on: On, deps: Deps, openSession: OpenSession): void => {
  const { sql, clock, config, settings, rates } = deps
  const originOf = makeOriginOf(config)
  const { open } = makeOpen(deps)

  on(calls.finishJoining, async ({ body, request, reply }) => {
    if (originOf(request) === 'foreign') throw refuse('bad_origin')
    await rates.take('join_guess', addressOf(request.ip), GUESSES_PER_MINUTE, 60)
    const seen = await open(sql, body.token)
    const gone = refuse('not_found', { message: NO_REQUEST })
    if (seen.state !== 'admitted' || seen.has_password) throw gone
    const { business_id, first_name, phone } = seen
    const person = { first_name, last_name: null, email: null, phone }
    const fault = faultOf(body.password, { config: settings.configOf(business_id), person })
    if (fault !== null) throw refuse('invalid', { fields: { password: fault } })
    const password_hash = await hashPassword(body.password)
    const entered = await sql.begin(async (tx) => {
      // Another request may have finished first while the password was hashed.
      const { id, state, person_id, subject } = await open(tx, body.token, true)
      const now = clock.now()
      if (state !== 'admitted' || person_id === null || subject === null) throw gone
      if (!(await setFirstPassword(tx, { person_id, password_hash, now }))) throw gone
      await setDecided(tx, { id, state: 'joined', now, decided_by: null, person_id })
      const { ip, id: request_id } = request
      const about = { business_id, subject: `person ${person_id}` }
      await writeAudit(tx, { at: now, event: 'newcomer_joined', person_id, ip, request_id, ...about })
      return { id: person_id, subject }
    })
    return openSession(entered, request, reply)
  })
}
