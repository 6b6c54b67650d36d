/** Rows per millisecond: faster than this, a row is on the screen for less than 30 ms and cannot be read. */
const UNREADABLE = 0.25
/** A jump after this long without scrolling is a single jump, whose target is meant to be read. */
export const AT_REST_MS = 100

/** Detects scrolling too fast to read (e.g. dragging the scrollbar), as opposed to reading or a single jump. */
export const makeScrollSpeed = () => {
  let last: { row: number; at: number } | null = null
  /** Records the first visible `row` at time `at` (ms); returns whether the list scrolls too fast to read. */
  return (row: number, at: number): boolean => {
    const before = last
    last = { row, at }
    if (before === null || at - before.at > AT_REST_MS) return false
    return Math.abs(row - before.row) > UNREADABLE * (at - before.at)
  }
}
