import { hoursOf } from '@podmoga/contract/fields/hours'

const WEEK = 7

/** Form values of a week; null becomes seven empty days. */
export const typedWeek = (hours: readonly string[] | null): string[] =>
  hours === null ? Array.from({ length: WEEK }, () => '') : [...hours]

/** Parses typed hours into the contract's form; null if all days are empty. */
export const weekOf = (typed: readonly string[]): string[] | null => {
  const hours = hoursOf(typed)
  return hours.every((day) => day === '') ? null : hours
}
