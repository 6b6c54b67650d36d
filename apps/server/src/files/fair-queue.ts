import { refuse } from '../http/refuse.ts'

/** Runs work round-robin by subject, so that one subject's backlog does not delay the others. */
export type FairQueue = <T>(subject: string, work: () => Promise<T>) => Promise<T>

/** Runs at most `running` works at once. A subject may have `waiting` more queued; the next is refused with `too_often`. */
export const makeFairQueue = (running: number, waiting: number): FairQueue => {
  // In the order of their next turns.
  const queues = new Map<string, (() => void)[]>()
  let free = running

  const callNext = (): void => {
    const [next] = queues
    if (next === undefined) {
      free += 1
      return
    }
    const [subject, queue] = next
    const start = queue.shift()
    queues.delete(subject)
    if (queue.length > 0) queues.set(subject, queue)
    start?.()
  }

  return async (subject, work) => {
    if (free > 0) free -= 1
    else {
      const queue = queues.get(subject) ?? []
      if (queue.length >= waiting) throw refuse('too_often', { retry_after: 5 })
      queues.set(subject, queue)
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      callNext()
    }
  }
}
