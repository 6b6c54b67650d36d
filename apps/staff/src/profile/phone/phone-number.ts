import { FIELD } from '@podmoga/contract/fields/field-texts'
import {
  AsYouType,
  type CountryCode,
  formatIncompletePhoneNumber,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

export const DEFAULT_COUNTRY = 'UZ'

const names = new Intl.DisplayNames('ru', { type: 'region' })
const collator = new Intl.Collator('ru')

const nameOf = (code: string): string =>
  (names.of(code) ?? code).replace(/о-ва(?![а-яё])/g, 'острова').replace(/о-в(?![а-яё])/g, 'остров')

/** Every country that has a calling code, Uzbekistan first and then by Russian name. */
export const callingCodes = (): { key: string; name: string; detail: string }[] =>
  getCountries()
    .map((code) => ({ key: code as string, name: nameOf(code), detail: `+${getCountryCallingCode(code)}` }))
    .sort((one, other) =>
      one.key === DEFAULT_COUNTRY
        ? -1
        : other.key === DEFAULT_COUNTRY
          ? 1
          : collator.compare(one.name, other.name),
    )

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The number without its country code, in the country's notation. */
export const formatNational = (text: string, country: string): string =>
  formatIncompletePhoneNumber(digitsOf(text), country as CountryCode)

/** A Russian number dialled nationally, 8 (912) 345-67-89, is recognized wherever it is no valid local number. */
const readHome = (text: string, country: string): { country: string; national: string } => {
  const digits = digitsOf(text)
  const isValidIn = (of: CountryCode) => parsePhoneNumberFromString(digits, of)?.isValid() === true
  if (!/^[78]\d{10}$/.test(digits) || isValidIn(country as CountryCode) || !isValidIn('RU'))
    return { country, national: text }
  return { country: 'RU', national: formatNational(digits.slice(1), 'RU') }
}

/**
 * Reads typed or pasted text: a number with a plus (or 00) switches to its country once that is known and leaves the rest in the
 * field.
 */
export const readTyped = (text: string, country: string): { country: string; national: string } => {
  const international = /^\s*(?:\+|00)/.test(text)
  if (!international) return readHome(text, country)
  const typed = new AsYouType()
  typed.input(`+${digitsOf(text.replace(/^\s*00/, ''))}`)
  const found = typed.getCountry()
  if (found === undefined) return { country, national: text }
  const rest = typed.getNumber()?.nationalNumber ?? ''
  return { country: found, national: formatNational(rest, found) }
}

/** The number in E.164, or the error. */
export const readPhone = (
  national: string,
  country: string,
): { phone: string; error?: undefined } | { phone?: undefined; error: string } => {
  if (national.trim() === '') return { error: FIELD.required }
  const parsed = parsePhoneNumberFromString(national, {
    defaultCountry: country as CountryCode,
    extract: false,
  })
  return parsed?.isValid() ? { phone: parsed.number } : { error: FIELD.phone }
}

/** An E.164 number in the usual notation: «+998 90 123 45 67». */
export const formatPhone = (phone: string): string =>
  parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
