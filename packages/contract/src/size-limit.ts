const decimal = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 })

/** A limit on bytes as every sentence about it says it: «20 МБ», «97,7 КБ». A limit is in binary units. */
export const sizeLimit = (bytes: number): string => {
  if (bytes >= 2 ** 20) return `${decimal.format(bytes / 2 ** 20)} МБ`
  return bytes >= 2 ** 10 ? `${decimal.format(bytes / 2 ** 10)} КБ` : `${bytes} байт`
}
