const rules = new Intl.PluralRules('ru')
const INDEX: Partial<Record<Intl.LDMLPluralRule, 0 | 1 | 2>> = { one: 0, few: 1, many: 2, other: 1 }

export type PluralForms = readonly [one: string, few: string, many: string]

/** The form a Russian noun takes after `n`: `plural(42, ['секунду', 'секунды', 'секунд'])` is «секунды». */
export function plural(n: number, forms: PluralForms): string {
  return forms[INDEX[rules.select(n)] ?? 2]
}

/** The number with its noun, joined by a no-break space: «5 файлов». */
export const counted = (n: number, forms: PluralForms): string =>
  `${n.toLocaleString('ru')}\u00A0${plural(n, forms)}`
