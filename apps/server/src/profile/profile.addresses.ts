import { domainToASCII, domainToUnicode } from 'node:url'
import { EMAIL_MAX } from '@podmoga/contract/fields/limits'
import { late } from '../ports/lazy-libraries.ts'

const phones = late<typeof import('libphonenumber-js/max')>('libphonenumber-js/max')

/** What can be verified by a code. Its name is also the column of `people`. */
export type AddressKind = 'email' | 'phone'

/** Numbers that cost extra to call, or that cannot receive SMS. */
const UNREACHABLE = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'VOICEMAIL', 'PAGER'])

/**
 * Normalizes an e-mail for storage and comparison: NFC, the domain in lower case and in Unicode. The local part stays
 * as typed, but is lowercased if it is not ASCII, because the database may not know the case of such letters. Returns
 * null if the domain cannot exist.
 */
export const canonicalEmail = (text: string): string | null => {
  const whole = text.normalize('NFC').trim()
  const at = whole.lastIndexOf('@')
  const domain = domainToUnicode(domainToASCII(whole.slice(at + 1)))
  if (at < 1 || !domain.includes('.')) return null
  const local = whole.slice(0, at)
  const email = `${/^[!-~]+$/.test(local) ? local : local.toLowerCase()}@${domain.toLowerCase()}`
  return email.length <= EMAIL_MAX ? email : null
}

/**
 * Whether the number belongs to a satellite or an international network (+870, +881, +882, +883…), which receives no
 * SMS.
 */
export const isBeyondSms = (text: string): boolean =>
  phones().parsePhoneNumberFromString(text, { defaultCountry: 'UZ', extract: false })?.isNonGeographic() ===
  true

/** Returns E.164, taking a number without a country code as Uzbekistan's; null if it cannot receive SMS. */
export const canonicalPhone = (text: string): string | null => {
  const phone = phones().parsePhoneNumberFromString(text, { defaultCountry: 'UZ', extract: false })
  if (phone === undefined || phone.ext !== undefined || !phone.isValid() || phone.isNonGeographic())
    return null
  return UNREACHABLE.has(phone.getType() ?? '') ? null : phone.number
}

/** Whether two addresses belong to the same person. */
export const sameAddress = (one: string | null, other: string): boolean =>
  one !== null && one.toLowerCase() === other.toLowerCase()

/** Splits an E.164 number into `+998` and `90 123 45 67`. */
export const phoneParts = (phone: string): { extension: string; national: string } | null => {
  const parsed = phones().parsePhoneNumberFromString(phone)
  if (parsed === undefined) return null
  const extension = `+${parsed.countryCallingCode}`
  return { extension, national: parsed.formatInternational().slice(extension.length).trim() }
}

/** Masks an address so that only its owner recognizes it: `i•••@mail.uz`, `+998 ••• 67`. */
export const masked = (kind: AddressKind, address: string): string => {
  if (kind === 'phone') return `${phoneParts(address)?.extension ?? '+'} ••• ${address.slice(-2)}`
  const [first = ''] = address
  return `${first}•••@${address.slice(address.lastIndexOf('@') + 1)}`
}
