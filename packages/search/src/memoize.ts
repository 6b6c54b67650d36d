/** The maximum size of the cache, enough for a few queries; when full, it is cleared. */
const MOST = 2_000

/** Memoizes a function of a word: a search calls it a dozen times for each of its words. */
export function memoize<Value>(work: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, Value>()
  return (word) => {
    const ready = known.get(word)
    if (ready !== undefined) return ready
    if (known.size >= MOST) known.clear()
    const value = work(word)
    known.set(word, value)
    return value
  }
}
