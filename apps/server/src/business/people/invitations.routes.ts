import * as calls from '@podmoga/contract/business'
import type { TransactionSql } from '@podmoga/sql/sql'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { settingsOver } from '../../http/settings.ts'
import type { DevicesOf } from '../../ports/domains/person-devices.ts'
import { forgetCodes } from '../../profile/codes/codes.sql.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { faultOf } from '../../profile/password/rules.ts'
import { makeNotice } from '../../profile/profile.changes.ts'
import { findPerson } from '../../profile/profile.sql.ts'
import type { OpenSession } from '../../session/session.open.ts'
import { makeOriginOf } from '../../session/session.origin.ts'
import { hashPassword } from '../../session/session.passwords.ts'
import { endSessions } from '../../session/session.sql.ts'
import { linkHash, newLinkKey } from '../business.keys.ts'
import { invitationLetter, invitationSms } from '../business.letters.ts'
import { acceptInvitation, addInvitation, findInvitation, type InvitationRow } from './invitations.sql.ts'

const DAY_MS = 24 * 3600 * 1000
const LOOKS_PER_MINUTE = 60

const GONE =
  'Приглашение не действует: им уже воспользовались, его заменили или оно устарело. Пароль уже ваш — входите; нет — попросите новое.'

const PASSWORD_PUSH = {
  title: 'Пароль изменён',
  body: 'Это не вы? Нажмите: прежний пароль вернётся, чужие сессии закончатся.',
}

/** The person to invite, and how to send the invitation. */
export interface Invitee {
  person_id: string
  business: string
  email: string | null
  phone: string | null
  purpose: 'join' | 'password'
  send: 'email' | 'sms' | 'link'
}

/** The result: `link` is returned only once, `sent` is whether it was also sent by e-mail or SMS. */
export interface Invited {
  link: string
  expires_at: string
  sent: boolean
}

/** The channels by which this installation can send invitations. */
export const waysOf = ({ config, mail, sms }: Pick<Deps, 'config' | 'mail' | 'sms'>) => ({
  // In a demo, messages that stay in the outbox can be read there.
  email: mail.stays !== true || config.DEV_OUTBOX,
  sms: sms.stays !== true || config.DEV_OUTBOX,
})

/** For how many days an invitation of a business is valid. */
export const daysOf = (
  { config, settings }: Pick<Deps, 'config' | 'settings'>,
  business_id: string,
): number => settingsOver(config, settings.keptOf(business_id)).invitation_days

/** Creates an invitation in the caller's transaction; wake the mail queue after it has committed. */
export const makeInvite = (deps: Deps, mailQueue: MailQueue) => {
  const { config, settings, clock } = deps
  const leaves = waysOf(deps)
  return async (tx: TransactionSql, manager: PeopleManager, invitee: Invitee): Promise<Invited> => {
    const { person_id, purpose, send } = invitee
    const key = newLinkKey()
    const now = clock.now()
    const days = purpose === 'join' ? daysOf(deps, manager.business_id) : 1
    const expires_at = new Date(now.getTime() + days * DAY_MS)
    await addInvitation(tx, {
      business_id: manager.business_id,
      person_id,
      purpose,
      key_hash: linkHash(key),
      created_by: manager.person_id,
      restaurant_ids: manager.restaurant_ids,
      now,
      expires_at,
    })
    const link = `${config.public_url}/intranet/invite?key=${key}`
    const to = send === 'email' ? invitee.email : send === 'sms' ? invitee.phone : null
    const sent = send !== 'link' && to !== null && leaves[send]
    if (sent) {
      const words = { business: invitee.business, purpose, link, expires_at }
      const head = settings.configOf(manager.business_id)
      const content = send === 'email' ? invitationLetter(head, words) : invitationSms(head, words)
      await mailQueue.put(tx, { channel: send, to, person_id, content, expires_at, waited: false })
    }
    return { link, expires_at: expires_at.toISOString(), sent }
  }
}

interface InvitationParts {
  mailQueue: MailQueue
  openSession: OpenSession
  devicesOf: DevicesOf
}

/** What the holder of an invitation link may do: view and accept it. */
export const invitationRoutes = (on: On, deps: Deps, parts: InvitationParts): void => {
  const { mailQueue, openSession, devicesOf } = parts
  const { sql, clock, config, settings, rates } = deps
  const notify = makeNotice(deps, mailQueue)
  const originOf = makeOriginOf(config)

  const open = async (key: string): Promise<InvitationRow> => {
    const row = await findInvitation(sql, { key_hash: linkHash(key), now: clock.now(), lock: false })
    if (row === undefined) throw refuse('not_found', { message: GONE })
    return row
  }

  on(calls.lookAtInvitation, async ({ body, request }) => {
    await rates.take('invitation', addressOf(request.ip), LOOKS_PER_MINUTE, 60)
    const { purpose, business, restaurants, first_name, email, phone } = await open(body.key)
    return { purpose, business, restaurants, first_name, login: email ?? phone }
  })

  on(calls.acceptInvitation, async ({ body, request, reply }) => {
    if (originOf(request) === 'foreign') throw refuse('bad_origin')
    await rates.take('invitation', addressOf(request.ip), LOOKS_PER_MINUTE, 60)
    const { ip, id: request_id } = request
    const seen = await open(body.key)
    const fault = faultOf(body.password, { config: settings.configOf(seen.business_id), person: seen })
    if (fault !== null) throw refuse('invalid', { fields: { password: fault } })
    const password_hash = await hashPassword(body.password)
    const { notifyByPush, ...person } = await sql.begin(async (tx) => {
      const now = clock.now()
      // Lock the person first, so that any concurrent change of the person is complete when the link is checked.
      const before = await findPerson(tx, { person_id: seen.person_id, lock: true })
      // Another request may have used it first while the password was hashed.
      const row = await findInvitation(tx, { key_hash: linkHash(body.key), now, lock: true })
      if (row === undefined) throw refuse('not_found', { message: GONE })
      const { person_id, purpose, business_id } = row
      const first_name = body.first_name?.trim() ?? null
      await acceptInvitation(tx, { id: row.id, person_id, first_name, password_hash, now })
      await forgetCodes(tx, { person_id, purposes: ['email', 'phone', 'recovery'] })
      const event = purpose === 'join' ? 'invitation_accepted' : 'password_set'
      // The holder of the link may be someone else: the person is notified and can revert the change.
      const push = await devicesOf(tx, person_id)
      const revert_token =
        purpose === 'join' ? null : await notify(tx, { before, kind: 'password', to: null, session_id: null })
      const subject = `person ${person_id}`
      await writeAudit(tx, { at: now, event, person_id, ip, request_id, business_id, subject })
      await endSessions(tx, { person_id, except_session_id: null, now, reason: event, ip, request_id })
      const notifyByPush = () =>
        revert_token === null
          ? undefined
          : push({ ...PASSWORD_PUSH, path: `/intranet/revert?token=${revert_token}` })
      return { id: person_id, subject: row.subject, notifyByPush }
    })
    mailQueue.wake()
    notifyByPush()
    return openSession(person, request, reply)
  })
}
