/** So many words are remembered before all of them are forgotten: a few questions' worth. */
const MOST = 2_000

/** A function of a word alone that remembers what it said: a search asks the same of each of its words a dozen times. */
export function remembered<Value>(work: (word: string) => Value): (word: string) => Value {
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
