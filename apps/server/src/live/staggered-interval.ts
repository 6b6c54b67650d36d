/** Schedules recurring work; the returned function cancels it. */
export type StaggeredInterval = (work: () => void) => () => void

/**
 * Spreads recurring work, each due every `every_ms`, over `turns` shares. The work of one share runs in one turn of the event
 * loop, so that its database queries can be batched. No timer runs while there is no work.
 */
export const makeStaggeredInterval = (every_ms: number, turns: number): StaggeredInterval => {
  const shares = Array.from({ length: turns }, () => new Set<() => void>())
  let timer: NodeJS.Timeout | undefined
  let count = 0
  let now = 0

  const tick = (): void => {
    now = (now + 1) % turns
    for (const work of shares[now] ?? []) work()
  }
  return (work) => {
    const share = shares.reduce((least, other) => (other.size < least.size ? other : least))
    share.add(work)
    count += 1
    timer ??= setInterval(tick, every_ms / turns).unref()
    return () => {
      if (!share.delete(work)) return
      count -= 1
      if (count > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}
