import { checkConnectivity, isOnline, onConnectivityChange } from '@podmoga/web/connectivity'

const AGAIN_MS = 10_000

/**
 * Fetches code that nobody waits for, after the page itself, and hands it to `use`. Where it cannot be fetched now it is
 * asked for again when the network returns, and after a while in which nobody has noticed that it was away: each twice as
 * long. Returns how to give up.
 */
export const whenFetched = <T>(load: () => Promise<T>, use: (code: T) => void): (() => void) => {
  let isOver = false
  let giveUp = () => {}
  let pause = AGAIN_MS
  const fetchIt = (): void => {
    load().then(
      (code) => {
        if (!isOver) use(code)
      },
      () => {
        if (isOver) return
        void checkConnectivity()
        const again = (): void => {
          if (!isOnline()) return
          giveUp()
          fetchIt()
        }
        const forget = onConnectivityChange(again)
        const late = setTimeout(again, pause)
        pause *= 2
        giveUp = () => {
          clearTimeout(late)
          forget()
        }
      },
    )
  }
  const timer = setTimeout(fetchIt)
  return () => {
    isOver = true
    clearTimeout(timer)
    giveUp()
  }
}

/** Starts what a late file brings, with what it is `given`. Returns how to give up, and to stop it where it says how. */
export const startLate = <Given extends unknown[]>(
  load: () => Promise<(...given: Given) => unknown>,
  ...given: Given
): (() => void) => {
  let stop: unknown
  const giveUp = whenFetched(load, (start) => {
    stop = start(...given)
  })
  return () => {
    giveUp()
    if (typeof stop === 'function') stop()
  }
}
