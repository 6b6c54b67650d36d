import { type Refusal, refusalText } from '@podmoga/contract/refusals'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refuse.ts'
import { makeKeyedHash, makeSealed } from '../session.seal.ts'
import { makeGuessing } from '../sign-in/guesses.ts'
import { findStep, type StepRow, useRecoveryCode, useTotpStep } from './second-step.sql.ts'
import { newRecoveryCodes, totpStep, typedCode } from './totp.ts'

const WRONG = 'Код не подошёл. Проверьте время на телефоне и введите новый.'
const USED = 'Этот код уже использован. Дождитесь следующего.'
const UNREADABLE =
  'Сервер сейчас не может прочитать ваш второй шаг входа. Код не проверялся: попробуйте позже или скажите администратору.'
const BY_KEY = 'Подтвердите вход ключом доступа.'
const RECOVERY = 'Введите код восстановления.'
const NO_APP = 'Подтвердите вход ключом доступа или введите код восстановления.'
const FAILURES = 5
const FAILURES_ADDRESS = 30

/** One attempt to enter a code, and where it came from. */
export interface StepAttempt {
  person_id: string
  session_id: string | null
  code: string
  ip: string
  request_id: string
}

/** Whether the person has any means of passing a second step. */
export const hasSecondStep = ({ sealed, passkeys }: StepRow): boolean => sealed !== null || passkeys > 0

/**
 * Whether a password alone is not enough to sign in. A passkey that is only an alternative to the password does not
 * count.
 */
export const asksSecondStep = ({ sealed, guarded }: StepRow): boolean => sealed !== null || guarded

/**
 * Builds the `second_step_needed` refusal for what the person has. Among its fields, `passkey` is set if a key is
 * offered first, and `recovery` if there is no app, so that the code can only be a recovery code.
 */
export const stepNeeded = ({ sealed, passkeys }: StepRow): Refusal => {
  const code = sealed === null ? NO_APP : refusalText('second_step_needed')
  return refuse('second_step_needed', {
    message: code,
    fields: {
      code,
      ...(passkeys > 0 && { passkey: BY_KEY }),
      ...(sealed === null && { recovery: RECOVERY }),
    },
  })
}

/** TOTP keys and recovery codes: encrypted, hashed, with limited guesses. */
export const makeSecondStep = ({
  sql,
  clock,
  secrets,
  log,
}: Pick<Deps, 'sql' | 'clock' | 'secrets' | 'log'>) => {
  const { seal, open } = makeSealed(secrets, 'totp')
  const recoveryHash = makeKeyedHash(secrets, 'recovery codes')
  const guess = makeGuessing(
    { sql, secrets },
    {
      own: { kind: 'second_step', failures: FAILURES, window: 15 * 60, growing: true },
      address: { kind: 'second_step_address', failures: FAILURES_ADDRESS, window: 60, growing: false },
    },
  )
  const about = (person_id: string) => `totp ${person_id}`
  const hashOf = (person_id: string, code: string) => recoveryHash(`${person_id}\n${code}`)

  /** Returns `right` or an error message in Russian. A right code is consumed. */
  const verify = async ({ person_id, code }: StepAttempt): Promise<'right' | string> => {
    const typed = typedCode(code)
    const now = clock.now()
    if (typed === null) return WRONG
    if ('recovery' in typed) {
      const code_hash = hashOf(person_id, typed.recovery)
      return (await useRecoveryCode(sql, { person_id, code_hash, now })) ? 'right' : WRONG
    }
    const { sealed } = await findStep(sql, person_id)
    const step = sealed === null ? null : totpStep(open(sealed, about(person_id)), typed.totp, now)
    if (step === null) return WRONG
    return (await useTotpStep(sql, { person_id, step })) ? 'right' : USED
  }

  /**
   * With a TOTP key sealed by other server keys every code would look wrong: throws `unavailable` instead, before a
   * guess is counted.
   */
  const refuseSealed = async ({ person_id, code }: StepAttempt): Promise<void> => {
    const typed = typedCode(code)
    if (typed === null || 'recovery' in typed) return
    const { sealed } = await findStep(sql, person_id)
    try {
      if (sealed !== null) open(sealed, about(person_id))
    } catch (error) {
      log.error({ err: error, person_id }, 'a second step was sealed with other keys')
      throw refuse('unavailable', { message: UNREADABLE })
    }
  }

  /**
   * Throws `invalid` with the message under `code` if the code is wrong or already used, and `too_often` while guesses
   * are throttled, by person or by address: then even the right code is not checked.
   */
  const check = async (attempt: StepAttempt): Promise<void> => {
    const { person_id, session_id, ip, request_id } = attempt
    await refuseSealed(attempt)
    const { last, forgive } = await guess({ about: `person ${person_id}`, ip, now: clock.now() })
    const verdict = await verify(attempt)
    if (verdict === 'right') return forgive()
    const event = { at: clock.now(), person_id, session_id, ip, request_id }
    await writeAudit(sql, { ...event, event: 'second_step_failed' })
    if (last.own) await writeAudit(sql, { ...event, event: 'second_step_throttled' })
    throw refuse('invalid', { fields: { code: verdict } })
  }

  return {
    check,
    /** Passes if the person needs no second step or sends the right code; `passed` tells which. */
    passAtSignIn: async (attempt: Omit<StepAttempt, 'code'> & { code: string | undefined }) => {
      const { code } = attempt
      const row = await findStep(sql, attempt.person_id)
      if (!asksSecondStep(row)) return { passed: false }
      if (code === undefined) throw stepNeeded(row)
      await check({ ...attempt, code })
      return { passed: true }
    },
    sealTotp: (person_id: string, secret: string): Buffer => seal(secret, about(person_id)),
    openTotp: (person_id: string, sealed: Buffer): string => open(sealed, about(person_id)),
    /** Generates recovery codes and the hashes to store. */
    makeRecovery: (person_id: string): { codes: string[]; hashes: Buffer[] } => {
      const codes = newRecoveryCodes()
      return { codes, hashes: codes.map((code) => hashOf(person_id, code)) }
    },
  }
}
export type SecondSteps = ReturnType<typeof makeSecondStep>
