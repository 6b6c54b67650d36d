export type PluralForms = readonly [one: string, few: string, many: string]

/** The form a Russian noun takes after `n`: `plural(42, ['секунду', 'секунды', 'секунд'])` is «секунды». */
export function plural(n: number, forms: PluralForms): string {
  if (!Number.isInteger(n)) return forms[1]
  const ones = n % 10
  const isTeen = n % 100 > 10 && n % 100 < 20
  if (ones === 1 && !isTeen) return forms[0]
  return ones >= 2 && ones <= 4 && !isTeen ? forms[1] : forms[2]
}

// The first Intl formatter of a page costs a phone 15 ms, and the first screen counts nothing above nine.
const written = (n: number): string => (Number.isInteger(n) && n < 1000 ? String(n) : n.toLocaleString('ru'))

/** The number with its noun, joined by a no-break space: «5 файлов». */
export const counted = (n: number, forms: PluralForms): string => `${written(n)}\u00A0${plural(n, forms)}`

// The nouns that several screens and letters count.

/** «через 5 секунд» */
export const SECOND_FORMS = ['секунду', 'секунды', 'секунд'] as const
/** «через 5 минут» */
export const MINUTE_FORMS = ['минуту', 'минуты', 'минут'] as const
export const FILE_FORMS = ['файл', 'файла', 'файлов'] as const
/** «не больше 5 файлов» */
export const OF_FILE_FORMS = ['файла', 'файлов', 'файлов'] as const
export const PERSON_FORMS = ['человек', 'человека', 'человек'] as const
export const TICKET_FORMS = ['тикет', 'тикета', 'тикетов'] as const
