import { refuse } from '../http/refuse.ts'

interface Waiter {
  begin: () => void
  giveUp: (why: Error) => void
}

/** The queue of a task. Tasks of one subject may belong to several members, who are served round-robin within it. */
export interface Subject {
  subject: string
  member?: string
}

/** Runs a task when its subject's turn comes. */
export type Gate = <T>(whose: string | Subject, task: () => Promise<T>) => Promise<T>

/** Waiting tasks of one subject, by member; a member that was served moves to the end of the Map. */
interface Queue {
  size: number
  members: Map<string, Waiter[]>
}

const longest = <T>(
  entries: Iterable<[string, T]>,
  lengthOf: (one: T) => number,
): [string, T] | undefined => {
  let most: [string, T] | undefined
  for (const entry of entries) if (most === undefined || lengthOf(entry[1]) > lengthOf(most[1])) most = entry
  return most
}

/**
 * Runs up to `running` tasks at once. The others wait in a queue per subject, served round-robin, so that many tasks of
 * one subject do not delay the others; members within a subject are served the same way. Up to `each` tasks of a
 * subject and `each_member` of a member may wait: throws `too_often` beyond that. When `waiting` tasks wait in total,
 * the newest of the longest queue is rejected with `unavailable` to free a slot.
 */
export const makeGate = ({
  running,
  each,
  each_member = each,
  waiting,
}: {
  running: number
  each: number
  each_member?: number
  waiting: number
}): Gate => {
  let free = running
  let waits = 0
  // A Map keeps insertion order: a subject that was served moves to its end.
  const queues = new Map<string, Queue>()

  const take = (subject: string, member: string, end: 'first' | 'last'): Waiter | undefined => {
    const queue = queues.get(subject)
    const line = queue?.members.get(member)
    if (queue === undefined || line === undefined) return undefined
    const waiter = end === 'first' ? line.shift() : line.pop()
    queue.size -= 1
    waits -= 1
    if (line.length === 0) queue.members.delete(member)
    if (queue.size === 0) queues.delete(subject)
    return waiter
  }

  const freeSlot = (): void => {
    const [subject, queue] = longest(queues, ({ size }) => size) ?? []
    const [member] = longest(queue?.members ?? [], ({ length }) => length) ?? []
    if (subject !== undefined && member !== undefined)
      take(subject, member, 'last')?.giveUp(refuse('unavailable'))
  }

  const wait = (subject: string, member: string): Promise<void> => {
    const known = queues.get(subject)
    if ((known?.size ?? 0) >= each || (known?.members.get(member)?.length ?? 0) >= each_member)
      throw refuse('too_often', { retry_after: 1 })
    if (waits >= waiting) freeSlot()
    return new Promise((begin, giveUp) => {
      const queue = queues.get(subject) ?? { size: 0, members: new Map() }
      const line = queue.members.get(member) ?? []
      line.push({ begin, giveUp })
      queue.members.set(member, line)
      queue.size += 1
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
    const [member = '', line = []] = queue.members.entries().next().value ?? []
    queue.members.delete(member)
    queue.members.set(member, line)
    take(subject, member, 'first')?.begin()
  }

  return async (whose, task) => {
    const { subject, member = '' } = typeof whose === 'string' ? { subject: whose } : whose
    if (free > 0) free -= 1
    else await wait(subject, member)
    try {
      return await task()
    } finally {
      next()
    }
  }
}
