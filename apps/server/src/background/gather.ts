/**
 * Has what is named within a time done together, once: a burst of news shares one look. `ms`: how long it waits for more, by
 * how often something was named before.
 */
export const makeGather = <T>(
  ms: number | ((before: number) => number),
  done: (named: readonly T[]) => void,
): ((one: T) => void) => {
  const named = new Set<T>()
  let times = 0
  let before = 0
  return (one) => {
    // Not by the size after it: what is named again leaves it at one.
    const isFirst = named.size === 0
    named.add(one)
    times += 1
    if (!isFirst) return
    const wait = typeof ms === 'number' ? ms : ms(before)
    setTimeout(() => {
      const all = [...named]
      named.clear()
      before = times
      times = 0
      done(all)
    }, wait).unref()
  }
}

/**
 * How long to gather where much happens, within bounds: so many `times` what the last run took, and so long for each piece
 * of news that it was run for.
 */
export const makePace = ({
  least_ms,
  most_ms,
  times,
  each_ms,
}: {
  least_ms: number
  most_ms: number
  times: number
  each_ms: number
}) => {
  let took = 0
  return {
    ms: (before: number): number => Math.min(Math.max(least_ms, took * times, before * each_ms), most_ms),
    timed: async (work: () => Promise<unknown>): Promise<void> => {
      const began = performance.now()
      await work()
      took = performance.now() - began
    },
  }
}
