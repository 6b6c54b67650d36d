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

/** How long to gather where much happens: so many `times` what the last run took, within bounds. */
export const makePace = ({
  least_ms,
  most_ms,
  times,
}: {
  least_ms: number
  most_ms: number
  times: number
}) => {
  let took = 0
  return {
    ms: (): number => Math.min(Math.max(least_ms, took * times), most_ms),
    timed: async (work: () => Promise<unknown>): Promise<void> => {
      const began = performance.now()
      await work()
      took = performance.now() - began
    },
  }
}
