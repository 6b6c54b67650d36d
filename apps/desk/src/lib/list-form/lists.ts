/** A copy of the list with the item at `at` moved by `by` positions. */
export const moved = <T>(list: readonly T[], at: number, by: number): T[] => {
  const next = [...list]
  const [one] = next.splice(at, 1)
  if (one !== undefined) next.splice(at + by, 0, one)
  return next
}
export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)
export const changed = <T>(list: readonly T[], at: number, part: Partial<T>): T[] =>
  list.map((one, index) => (index === at ? { ...one, ...part } : one))
