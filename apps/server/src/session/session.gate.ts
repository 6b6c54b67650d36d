import { refuse } from '../http/refuse.ts'

/** Lets `running` tasks run at once and `waiting` more wait for their turn; refuses `unavailable` to the rest. */
export const makeGate = (running: number, waiting: number) => {
  let free = running
  const queue: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else {
      if (queue.length >= waiting) throw refuse('unavailable')
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
