const RULES = new Intl.PluralRules('ru')

/** The form of a word for a count: 1 минуту, 2 минуты, 5 минут. */
export const plural = (count: number, [one, few, many]: readonly [string, string, string]): string => {
  const rule = RULES.select(count)
  return rule === 'one' ? one : rule === 'few' ? few : many
}
