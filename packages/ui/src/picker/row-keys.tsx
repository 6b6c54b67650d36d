/** No row. */
export const NO_ROW = -1

/** The row that a key moves to from row `from` ({@link NO_ROW}: none); null if the key does not move. */
export const rowAfter = (key: string, from: number, count: number, page: number): number | null => {
  const last = count - 1
  const inside = (row: number) => Math.max(Math.min(0, last), Math.min(last, row))
  if (key === 'Home') return inside(0)
  if (key === 'End') return last
  if (key === 'ArrowDown') return inside(from + 1)
  if (key === 'ArrowUp') return from === NO_ROW ? last : inside(from - 1)
  if (key === 'PageDown') return inside(from + page)
  return key === 'PageUp' ? inside(from - page) : null
}
