import { hoursOf } from '@podmoga/contract/fields/hours'

const WEEK = 7

/** A week as it stands in a form; nothing said is seven empty days. */
export const typedWeek = (hours: readonly string[] | null): string[] =>
  hours === null ? Array.from({ length: WEEK }, () => '') : [...hours]

/** The same as the contract has it, however people type hours; null: nothing said. */
export const weekOf = (typed: readonly string[]): string[] | null => {
  const hours = hoursOf(typed)
  return hours.every((day) => day === '') ? null : hours
}
