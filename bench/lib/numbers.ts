const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

/** Returns the quantile `part` (0…1) of the values; NaN for an empty list. */
export const quantile = (values: readonly number[], part: number): number => {
  const all = sorted(values)
  return all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

const russian = (digits: number) =>
  new Intl.NumberFormat('ru', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const FORMATS = [0, 1, 2, 3].map(russian)

/** Formats a number for Russian: a decimal comma, a space between thousands. */
export const show = (value: number, digits: 0 | 1 | 2 | 3 = 0): string => FORMATS[digits]?.format(value) ?? ''
