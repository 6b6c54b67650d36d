/** Work that comes round again and again; the returned function takes it out. */
export type StaggeredInterval = (work: () => void) => () => void

/**
 * Many works, each due every `every_ms`. They are dealt into as many shares as there are turns, and those of one share
 * run in one turn of the event loop, so that what they ask a database for can be asked together. No timer runs while
 * there is no work.
 */
export const makeStaggeredInterval = (every_ms: number, turns: number): StaggeredInterval => {
  const shares = Array.from({ length: turns }, () => new Set<() => void>())
  let timer: NodeJS.Timeout | undefined
  let count = 0
  let now = 0

  const turn = (): void => {
    now = (now + 1) % turns
    for (const work of shares[now] ?? []) work()
  }
  return (work) => {
    const share = shares.reduce((least, other) => (other.size < least.size ? other : least))
    share.add(work)
    count += 1
    timer ??= setInterval(turn, every_ms / turns).unref()
    return () => {
      if (!share.delete(work)) return
      count -= 1
      if (count > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}
