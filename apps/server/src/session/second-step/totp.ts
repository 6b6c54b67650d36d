import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
/** Codes of so many steps before and after now are good: clocks of phones differ. */
const DRIFT = 1

const totpOf = (secret: Secret) => new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: PERIOD })

/** A fresh key as Base32, 160 bits. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an app's camera reads. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  // A colon parts the two in the address, so neither may have one.
  new TOTP({
    issuer: issuer.replaceAll(':', ' '),
    label: label.replaceAll(':', ' '),
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  }).toString()

/** The step of thirty seconds whose code this is, now or one step away; null when it is none of theirs. */
export const totpStep = (secret: string, code: string, now: Date): number | null => {
  const delta = totpOf(Secret.fromBase32(secret)).validate({
    token: code,
    timestamp: now.getTime(),
    window: DRIFT,
  })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta
}

// Without letters that are taken for digits or for one another.
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const RECOVERY_LENGTH = 10
const RECOVERY_CODES = 10

/** Ten codes of ten letters, 49 bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  )

/** As a person copies it from paper: two halves. */
export const shownRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** What was typed, read as six digits or as a recovery code. */
export const typedCode = (text: string): { totp: string } | { recovery: string } | null => {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^[0-9]{6}$/.test(bare)) return { totp: bare }
  return bare.length === RECOVERY_LENGTH && [...bare].every((letter) => LETTERS.includes(letter))
    ? { recovery: bare }
    : null
}
