/** The entry that a key leads to from the one at `from` (-1: from none), round and round; null: the key leads nowhere. */
export const entryAfter = (key: string, from: number, count: number): number | null => {
  if (count === 0) return null
  if (key === 'Home' || key === 'PageUp') return 0
  if (key === 'End' || key === 'PageDown') return count - 1
  if (key === 'ArrowDown') return (from + 1) % count
  return key === 'ArrowUp' ? (Math.max(from, 0) - 1 + count) % count : null
}
