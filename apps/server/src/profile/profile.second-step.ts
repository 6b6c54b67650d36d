import * as calls from '@podmoga/contract/second-step'
import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../db/audit.ts'
import type { Deps } from '../deps.ts'
import type { Person } from '../http/principals.ts'
import { refuse } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import {
  adoptPendingTotp,
  findStep,
  forgetTotp,
  keepPendingTotp,
  notePassed,
  replaceRecoveryCodes,
} from '../session/second-step/second-step.sql.ts'
import { hasSecondStep, makeSecondStep } from '../session/second-step/second-step.ts'
import { newTotpSecret, shownRecoveryCode, totpStep, totpUri } from '../session/second-step/totp.ts'
import { endSessions, isSessionOpen } from '../session/session.sql.ts'
import { noteRevoked } from '../session/tokens/revoked.ts'
import { type StepChange, stepLetter, stepSms } from './letters/steps.ts'
import type { MailQueue } from './mail-queue/mail-queue.ts'
import { findPerson, type PersonRow } from './profile.sql.ts'

const WRONG = 'Код не подошёл. Проверьте время на телефоне и введите новый.'
const GONE = 'Этот ключ уже не действует. Начните сначала.'
const NONE = 'Второй шаг не настроен.'
const NOTICE_MS = 24 * 3600_000
/** Keys that may be created, and first codes that may be tried, in an hour. */
const TRIES_PER_HOUR = 30

const DONE = { ok: true, error: null }
const no = (error: string) => ({ ok: false, error })

/** Notifies a person, by e-mail or else SMS, of a change to their second step. */
export const makeStepNotice =
  ({ settings, clock }: Pick<Deps, 'settings' | 'clock'>, mailQueue: MailQueue) =>
  async (db: Db, person: PersonRow, change: StepChange): Promise<void> => {
    const { id: person_id, email, phone, business_id } = person
    const head = settings.configOf(business_id)
    const expires_at = new Date(clock.now().getTime() + NOTICE_MS)
    const common = { person_id, expires_at, waited: false }
    if (email !== null)
      await mailQueue.put(db, { channel: 'email', to: email, content: stepLetter(head, change), ...common })
    else if (phone !== null)
      await mailQueue.put(db, { channel: 'sms', to: phone, content: stepSms(head, change), ...common })
  }

/** Changes to a person's own second step: serialized, audited, with a notice to the person. */
export const makeStepChange = (deps: Deps, mailQueue: MailQueue) => {
  const { sql, clock } = deps
  const steps = makeSecondStep(deps)
  const notify = makeStepNotice(deps, mailQueue)
  return {
    /** If `work` returns null, nothing was changed and no notice is sent. */
    change: async <T>(
      who: Person,
      request: FastifyRequest,
      { event, say }: { event: string; say: StepChange },
      work: (tx: Db) => Promise<T | null>,
    ): Promise<T | null> => {
      const { person_id, session_id } = who
      const answer = await sql.begin(async (tx) => {
        const person = await findPerson(tx, { person_id, lock: true })
        if (!(await isSessionOpen(tx, session_id))) throw refuse('unauthorized')
        const result = await work(tx)
        if (result === null) return null
        const { ip, id: request_id } = request
        await writeAudit(tx, { at: clock.now(), event, person_id, session_id, ip, request_id })
        await notify(tx, person, say)
        return result
      })
      noteRevoked(person_id)
      mailQueue.wake()
      return answer
    },
    /** Replaces the recovery codes; returns the ten new ones, formatted for display. */
    freshRecovery: async (tx: Db, person_id: string): Promise<string[]> => {
      const { codes, hashes } = steps.makeRecovery(person_id)
      await replaceRecoveryCodes(tx, { person_id, hashes, now: clock.now() })
      return codes.map(shownRecoveryCode)
    },
  }
}

/** A person's own second step: setting it up, removing it, and recovery codes. */
export const secondStepSetupRoutes = (on: On, deps: Deps, mailQueue: MailQueue): void => {
  const { sql, clock, settings, rates } = deps
  const steps = makeSecondStep(deps)
  const { change, freshRecovery } = makeStepChange(deps, mailQueue)

  on(calls.beginTotp, async ({ who }) => {
    const { person_id } = who
    await rates.take('totp', person_id, TRIES_PER_HOUR, 3600)
    const secret = newTotpSecret()
    const { email, phone } = await findPerson(sql, who)
    await keepPendingTotp(sql, { person_id, pending: steps.sealTotp(person_id, secret), now: clock.now() })
    const issuer = settings.configOf(who.business_id).BRAND
    return { secret, uri: totpUri(secret, { issuer, label: email ?? phone ?? person_id }) }
  })

  on(calls.enableTotp, async ({ who, body, request }) => {
    const { person_id, session_id } = who
    const none = (error: string) => ({ ...no(error), recovery_codes: [] })
    await rates.take('totp', person_id, TRIES_PER_HOUR, 3600)
    const { pending } = await findStep(sql, person_id)
    if (pending === null) return none(GONE)
    const now = clock.now()
    const step = totpStep(steps.openTotp(person_id, pending), body.code, now)
    if (step === null) return none(WRONG)
    const event = { event: 'second_step_enabled', say: 'enabled' as const }
    const recovery_codes = await change(who, request, event, async (tx) => {
      if (!(await adoptPendingTotp(tx, { person_id, pending, step, now }))) return null
      if (session_id !== null) await notePassed(tx, { session_id, now })
      await endSessions(tx, {
        person_id,
        except_session_id: session_id,
        now,
        reason: 'second_step_enabled',
        ip: request.ip,
        request_id: request.id,
      })
      return freshRecovery(tx, person_id)
    })
    return recovery_codes === null ? none(GONE) : { ...DONE, recovery_codes }
  })

  on(calls.disableTotp, async ({ who, request }) => {
    const event = { event: 'second_step_disabled', say: 'disabled' as const }
    const done = await change(who, request, event, async (tx) =>
      (await forgetTotp(tx, who.person_id)) ? true : null,
    )
    return done === null ? no(NONE) : DONE
  })

  on(calls.renewRecoveryCodes, async ({ who, request }) => {
    const event = { event: 'recovery_codes_renewed', say: 'recovery' as const }
    const recovery_codes = await change(who, request, event, async (tx) =>
      hasSecondStep(await findStep(tx, who.person_id)) ? freshRecovery(tx, who.person_id) : null,
    )
    return recovery_codes === null ? { ...no(NONE), recovery_codes: [] } : { ...DONE, recovery_codes }
  })
}
