import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { codePoints } from '@podmoga/contract/fields/fields'
import type { Config } from '../../config.ts'
import type { PersonRow } from '../profile.sql.ts'
import { SAY } from '../profile.texts.ts'

// Written by make-common-passwords.ts.
const COMMON = new Set(
  brotliDecompressSync(readFileSync(join(import.meta.dirname, 'common-passwords.txt.br')))
    .toString('utf8')
    .split('\n'),
)

const plain = (text: string): string => text.normalize('NFC').toLowerCase()

/** Without what people add to a word that was refused: digits and signs at either end. */
const core = (text: string): string => plain(text).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const isCommon = (password: string, brand: string): boolean => {
  const whole = plain(password)
  // "Password123!" is "password123" to whoever guesses.
  const unsigned = whole.replace(/[\p{P}\p{S}]+$/u, '')
  return COMMON.has(whole) || COMMON.has(unsigned) || core(password) === plain(brand)
}

type Known = Pick<PersonRow, 'email' | 'phone' | 'first_name' | 'last_name'>

const isOwn = (password: string, { email, phone, first_name, last_name }: Known): boolean => {
  const whole = plain(password)
  const digits = password.replace(/\D/g, '')
  if (phone !== null && digits.length >= 7 && /^[\d\s()+-]+$/.test(password) && phone.endsWith(digits))
    return true
  const [local = ''] = (email ?? '').split('@')
  const names = [first_name, last_name, `${first_name ?? ''}${last_name ?? ''}`, local]
  if (email !== null && whole === plain(email)) return true
  return names.some((name) => core(name ?? '').length >= 3 && core(password) === core(name ?? ''))
}

/** Why a new password will not do, as a sentence for a person; null when it will. */
export const faultOf = (
  password: string,
  { config, person }: { config: Pick<Config, 'PASSWORD_MIN' | 'BRAND'>; person: Known | null },
): string | null => {
  if (codePoints(password.normalize('NFC')) < config.PASSWORD_MIN)
    return SAY.short_password(config.PASSWORD_MIN)
  if (isCommon(password, config.BRAND)) return SAY.common_password
  return person !== null && isOwn(password, person) ? SAY.own_password : null
}
