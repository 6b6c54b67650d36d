import { checkConnectivity, isOnline, onConnectivityChange } from '../connectivity.ts'

const AGAIN_MS = 10_000

/**
 * Loads code in the background, after the page, and passes it to `use`. After a failure it retries when the network is back, and
 * after a delay that doubles each time in case no change was noticed. Returns a function that cancels.
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

/**
 * Loads a function and calls it with `given`. Returns a function that cancels the load, or calls the function that it returned,
 * if any.
 */
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
