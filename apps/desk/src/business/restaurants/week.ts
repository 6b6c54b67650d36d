const WEEK = 7

/** A week as it stands in a form; nothing said is seven empty days. */
export const typedWeek = (hours: readonly string[] | null): string[] =>
  hours === null ? Array.from({ length: WEEK }, () => '') : [...hours]

/** The same as the contract has it, with whatever dash people type; null: nothing said. */
export const weekOf = (typed: readonly string[]): string[] | null => {
  const hours = typed.map((text) => text.trim().replaceAll(/\s*[-–—]\s*/g, '-'))
  return hours.every((day) => day === '') ? null : hours
}
