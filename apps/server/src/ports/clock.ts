/** The time, so that tests can move it. */
export interface Clock {
  now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that runs on from `start` and can be moved; `by` is in milliseconds. */
export const memoryClock = (start = new Date()): Clock & { move: (by: number) => void } => {
  let offset = 0
  const began = Date.now()
  return {
    now: () => new Date(start.getTime() + (Date.now() - began) + offset),
    move: (by) => {
      offset += by
    },
  }
}
