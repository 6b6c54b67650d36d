// By hand, as every number of a first screen: the first number format of Intl costs a slow phone 60 ms.
const written = (value: number): string =>
  value >= 1000
    ? value.toLocaleString('ru', { maximumFractionDigits: 1 })
    : String(Math.round(value * 10) / 10).replace('.', ',')

/** A limit on bytes as every sentence about it says it: «20 МБ», «97,7 КБ». A limit is in binary units. */
export const sizeLimit = (bytes: number): string => {
  if (bytes >= 2 ** 20) return `${written(bytes / 2 ** 20)} МБ`
  return bytes >= 2 ** 10 ? `${written(bytes / 2 ** 10)} КБ` : `${bytes} байт`
}
