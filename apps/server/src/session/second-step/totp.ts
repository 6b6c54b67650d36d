import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
/** Codes of this many time steps before and after now are accepted, because phone clocks differ. */
const DRIFT = 1

const totpOf = (secret: Secret) => new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: PERIOD })

/** Generates a 160-bit key, in Base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The URI in the QR code that an authenticator app scans. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  // A colon separates the issuer from the label, so neither may contain one.
  new TOTP({
    issuer: issuer.replaceAll(':', ' '),
    label: label.replaceAll(':', ' '),
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  }).toString()

/** Returns the 30-second time step of the code, now or one step away; null if the code matches none. */
export const totpStep = (secret: string, code: string, now: Date): number | null => {
  const delta = totpOf(Secret.fromBase32(secret)).validate({
    token: code,
    timestamp: now.getTime(),
    window: DRIFT,
  })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta
}

// Without letters that look like digits or like one another.
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const RECOVERY_LENGTH = 10
const RECOVERY_CODES = 10

/** Generates ten codes of ten letters, 49 bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  )

/** The code as it is displayed, in two halves. */
export const shownRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** Parses the input as six digits or as a recovery code; null if it is neither. */
export const typedCode = (text: string): { totp: string } | { recovery: string } | null => {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^[0-9]{6}$/.test(bare)) return { totp: bare }
  return bare.length === RECOVERY_LENGTH && [...bare].every((letter) => LETTERS.includes(letter))
    ? { recovery: bare }
    : null
}
