import { domainToASCII, domainToUnicode } from 'node:url'
import { EMAIL_MAX } from '@podmoga/contract/fields/limits'
import { late } from '../ports/lazy-libraries.ts'

const phones = late<typeof import('libphonenumber-js/max')>('libphonenumber-js/max')

/** What can be proved by a code. Its name is the column of `people` too. */
export type AddressKind = 'email' | 'phone'

/** Calls that cost whoever receives or sends them, or that no SMS reaches. */
const UNREACHABLE = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'VOICEMAIL', 'PAGER'])

/**
 * The form in which an e-mail is stored and compared: NFC, the domain in lower case and in its own letters. The part
 * before "@" stays as it was typed, but letters beyond ASCII, whose case a database may not know, become lower case.
 * null when the domain cannot exist.
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

/** Whether the number is of a satellite or an international network (+870, +881, +882, +883…), where no SMS goes. */
export const isBeyondSms = (text: string): boolean =>
  phones().parsePhoneNumberFromString(text, { defaultCountry: 'UZ', extract: false })?.isNonGeographic() ===
  true

/** E.164, a number without a country code being Uzbekistan's; null when nobody could receive an SMS there. */
export const canonicalPhone = (text: string): string | null => {
  const phone = phones().parsePhoneNumberFromString(text, { defaultCountry: 'UZ', extract: false })
  if (phone === undefined || phone.ext !== undefined || !phone.isValid() || phone.isNonGeographic())
    return null
  return UNREACHABLE.has(phone.getType() ?? '') ? null : phone.number
}

/** Two addresses that reach the same person. */
export const sameAddress = (one: string | null, other: string): boolean =>
  one !== null && one.toLowerCase() === other.toLowerCase()

/** `+998` and `90 123 45 67` of an E.164 number. */
export const phoneParts = (phone: string): { extension: string; national: string } | null => {
  const parsed = phones().parsePhoneNumberFromString(phone)
  if (parsed === undefined) return null
  const extension = `+${parsed.countryCallingCode}`
  return { extension, national: parsed.formatInternational().slice(extension.length).trim() }
}

/** Enough for its owner to know an address, too little for anybody else: `i•••@mail.uz`, `+998 ••• 67`. */
export const masked = (kind: AddressKind, address: string): string => {
  if (kind === 'phone') return `${phoneParts(address)?.extension ?? '+'} ••• ${address.slice(-2)}`
  const [first = ''] = address
  return `${first}•••@${address.slice(address.lastIndexOf('@') + 1)}`
}
