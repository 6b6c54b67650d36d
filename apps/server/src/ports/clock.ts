/** The time, so that tests can move it. */
export interface Clock {
  /** The time of day, which may be set: forward, and back. */
  now: () => Date
  /** Time that only passes: the time of day as this process began, and what has passed since. */
  steady: () => Date
}

export const systemClock: Clock = {
  now: () => new Date(),
  steady: () => new Date(performance.timeOrigin + performance.now()),
}

const AHEAD_MS = 5_000

/**
 * The latest stamp that can have been made by `now`, servers' clocks differing a little. A later one was made by a clock
 * that has been set back since, and counts as none: nothing is held back, and nothing lives, for as long as that was.
 */
export const latestStamp = (now: Date): Date => new Date(now.getTime() + AHEAD_MS)

/** A clock that runs on from `start`. Times are milliseconds. */
export const memoryClock = (
  start = new Date(),
): Clock & {
  /** Time passes (or, negative, goes back). */
  move: (by: number) => void
  /** Somebody sets the clock: no time passes. */
  set: (by: number) => void
} => {
  let offset = 0
  let set_by = 0
  const began = Date.now()
  const at = (by: number): Date => new Date(start.getTime() + (Date.now() - began) + by)
  return {
    now: () => at(offset + set_by),
    steady: () => at(offset),
    move: (by) => {
      offset += by
    },
    set: (by) => {
      set_by += by
    },
  }
}
