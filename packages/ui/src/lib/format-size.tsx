const UNITS = ['Б', 'кБ', 'МБ', 'ГБ'] as const

// Formatted by hand: the first Intl number format costs a slow phone as much as rendering a screen.
const written = (value: number, digits: 0 | 1): string => {
  if (value >= 1000) return value.toLocaleString('ru', { maximumFractionDigits: digits })
  const ten = 10 ** digits
  return String(Math.round(value * ten) / ten).replace('.', ',')
}

/** Bytes for people: «512 Б», «340 кБ», «1,4 МБ» (decimal units, no-break space before the unit). */
export function formatSize(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  // 999.5 of a unit would be rounded to 1000
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${written(value, unit > 1 ? 1 : 0)}\u00A0${UNITS[unit]}`
}

/** Upload progress: «840 кБ из 2,1 МБ». */
export const formatProgress = (done: number, total: number): string =>
  `${formatSize(done)} из ${formatSize(total)}`
