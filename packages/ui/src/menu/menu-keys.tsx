/** The index of the entry that a key moves to from index `from` (-1: none), wrapping around; null if the key does not move. */
export const entryAfter = (key: string, from: number, count: number): number | null => {
  if (count === 0) return null
  if (key === 'Home' || key === 'PageUp') return 0
  if (key === 'End' || key === 'PageDown') return count - 1
  if (key === 'ArrowDown') return (from + 1) % count
  return key === 'ArrowUp' ? (Math.max(from, 0) - 1 + count) % count : null
}
