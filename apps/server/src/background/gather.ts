/** Has what is named within a time done together, once: a burst of news shares one look. `ms`: how long it waits for more. */
export const makeGather = <T>(
  ms: number | (() => number),
  done: (named: readonly T[]) => void,
): ((one: T) => void) => {
  const named = new Set<T>()
  return (one) => {
    // Not by the size after it: what is named again leaves it at one.
    const isFirst = named.size === 0
    named.add(one)
    if (!isFirst) return
    const wait = typeof ms === 'number' ? ms : ms()
    setTimeout(() => {
      const all = [...named]
      named.clear()
      done(all)
    }, wait).unref()
  }
}
