export type PluralForms = readonly [one: string, few: string, many: string]

/** The form a Russian noun takes after `n`: `plural(42, ['секунду', 'секунды', 'секунд'])` is «секунды». */
export function plural(n: number, forms: PluralForms): string {
  if (!Number.isInteger(n)) return forms[1]
  const ones = n % 10
  const isTeen = n % 100 > 10 && n % 100 < 20
  if (ones === 1 && !isTeen) return forms[0]
  return ones >= 2 && ones <= 4 && !isTeen ? forms[1] : forms[2]
}

// The first Intl formatter of a page takes 15 ms on a phone, and the first screen shows no counts above nine.
const written = (n: number): string => (Number.isInteger(n) && n < 1000 ? String(n) : n.toLocaleString('ru'))

/** A number and its noun, joined by a no-break space: «5 файлов». */
export const counted = (n: number, forms: PluralForms): string => `${written(n)}\u00A0${plural(n, forms)}`

export const FILE_FORMS = ['файл', 'файла', 'файлов'] as const
