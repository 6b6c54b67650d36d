/**
 * Batches calls: distinct values passed within `ms` of the first are handled by one call of `done`. A function `ms` gets the
 * number of calls in the previous batch.
 */
export const makeGather = <T>(
  ms: number | ((before: number) => number),
  done: (named: readonly T[]) => void,
): ((one: T) => void) => {
  const named = new Set<T>()
  let times = 0
  let before = 0
  return (one) => {
    // Checked before the add: adding a known value would also leave the size at one.
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
 * Adapts the batching delay to load: the larger of `times` × the last run's duration and `each_ms` × the calls of the
 * previous batch, clamped to `least_ms` … `most_ms`.
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
