/** The source of time, replaced in tests. */
export interface Clock {
  /** Wall-clock time; an operator may set it forward or back. */
  now: () => Date
  /** Monotonic time: the wall-clock time at the start of the process plus the time elapsed since. */
  steady: () => Date
}

export const systemClock: Clock = {
  now: () => new Date(),
  steady: () => new Date(performance.timeOrigin + performance.now()),
}

const AHEAD_MS = 5_000

/**
 * The latest timestamp that a server may have written by `now`, allowing for small differences between clocks. A later one was
 * written before a clock was set back; callers ignore it, so that nothing is delayed or kept alive until then.
 */
export const latestStamp = (now: Date): Date => new Date(now.getTime() + AHEAD_MS)

/** A clock that runs on from `start`. Durations are in milliseconds. */
export const memoryClock = (
  start = new Date(),
): Clock & {
  /** Advances the time (or, if negative, moves it back). */
  move: (by: number) => void
  /** Sets the wall clock; the monotonic time does not change. */
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
