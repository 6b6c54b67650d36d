/** Rows a millisecond: at this speed a row is on the screen for less than thirty of them, and nobody reads it. */
const UNREADABLE = 0.25
/** After so long without scrolling the next leap is one of its own, and what it leads to is meant to be read. */
export const AT_REST_MS = 100

/** Tells a list that flies by (its scrollbar is dragged from end to end) from one that is read or leaps once. */
export const makeScrollSpeed = () => {
  let last: { row: number; at: number } | null = null
  /** The list stands at `row` at the moment `at`, in ms: whether it flies. */
  return (row: number, at: number): boolean => {
    const before = last
    last = { row, at }
    if (before === null || at - before.at > AT_REST_MS) return false
    return Math.abs(row - before.row) > UNREADABLE * (at - before.at)
  }
}
