// Formatted by hand, as are all numbers on a first screen: the first Intl number format takes 60 ms on a slow phone.
const written = (value: number): string =>
  value >= 1000
    ? value.toLocaleString('ru', { maximumFractionDigits: 1 })
    : String(Math.round(value * 10) / 10).replace('.', ',')

/** Formats a byte limit for messages, in binary units: «20 МБ», «97,7 КБ». */
export const sizeLimit = (bytes: number): string => {
  if (bytes >= 2 ** 20) return `${written(bytes / 2 ** 20)} МБ`
  return bytes >= 2 ** 10 ? `${written(bytes / 2 ** 10)} КБ` : `${bytes} байт`
}
