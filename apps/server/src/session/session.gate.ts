import { refuse } from '../http/refuse.ts'

interface Waiter {
  begin: () => void
  giveUp: (why: Error) => void
}

/** Lets a task run when it is its subject's turn. */
export type Gate = <T>(subject: string, task: () => Promise<T>) => Promise<T>

/**
 * Lets `running` tasks run at once. The others wait by subject and are taken from each in turn, so that a crowd of one
 * subject keeps nobody else waiting. Of one subject `each` may wait: refuses `too_often` to more. When `waiting` wait
 * in all, whoever came last of the longest queue makes room, refused `unavailable`.
 */
export const makeGate = ({
  running,
  each,
  waiting,
}: {
  running: number
  each: number
  waiting: number
}): Gate => {
  let free = running
  let waits = 0
  // A Map keeps the order of insertion: whoever had a turn goes to its end.
  const queues = new Map<string, Waiter[]>()

  const takeFrom = (subject: string, queue: Waiter[], waiter: Waiter | undefined): Waiter | undefined => {
    if (queue.length === 0) queues.delete(subject)
    if (waiter !== undefined) waits -= 1
    return waiter
  }

  const makeRoom = (): void => {
    let longest: [string, Waiter[]] | undefined
    for (const entry of queues) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry
    if (longest !== undefined) takeFrom(...longest, longest[1].pop())?.giveUp(refuse('unavailable'))
  }

  const wait = (subject: string): Promise<void> => {
    if ((queues.get(subject)?.length ?? 0) >= each) throw refuse('too_often', { retry_after: 1 })
    if (waits >= waiting) makeRoom()
    return new Promise((begin, giveUp) => {
      const queue = queues.get(subject) ?? []
      queue.push({ begin, giveUp })
      queues.set(subject, queue)
      waits += 1
    })
  }

  const next = (): void => {
    const [first] = queues
    if (first === undefined) {
      free += 1
      return
    }
    const [subject, queue] = first
    queues.delete(subject)
    queues.set(subject, queue)
    takeFrom(subject, queue, queue.shift())?.begin()
  }

  return async (subject, task) => {
    if (free > 0) free -= 1
    else await wait(subject)
    try {
      return await task()
    } finally {
      next()
    }
  }
}
