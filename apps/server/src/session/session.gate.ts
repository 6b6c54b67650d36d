import { refuse } from '../http/refuse.ts'

interface Waiter {
  begin: () => void
  giveUp: (why: Error) => void
}

/** Whose turn a task takes: tasks of one subject may be of several members, who take turns within it. */
export interface Subject {
  subject: string
  member?: string
}

/** Lets a task run when it is its subject's turn. */
export type Gate = <T>(whose: string | Subject, task: () => Promise<T>) => Promise<T>

/** What waits of one subject, by member; whoever had a turn goes to the end of the Map. */
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
 * Lets `running` tasks run at once. The others wait by subject and are taken from each in turn, so that a crowd of one
 * subject keeps nobody else waiting; within a subject its members take turns the same way. Of one subject `each` may
 * wait, of one member `each_member`: refuses `too_often` to more. When `waiting` wait in all, whoever came last of the
 * longest queue makes room, refused `unavailable`.
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
  // A Map keeps the order of insertion: whoever had a turn goes to its end.
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

  const makeRoom = (): void => {
    const [subject, queue] = longest(queues, ({ size }) => size) ?? []
    const [member] = longest(queue?.members ?? [], ({ length }) => length) ?? []
    if (subject !== undefined && member !== undefined)
      take(subject, member, 'last')?.giveUp(refuse('unavailable'))
  }

  const wait = (subject: string, member: string): Promise<void> => {
    const known = queues.get(subject)
    if ((known?.size ?? 0) >= each || (known?.members.get(member)?.length ?? 0) >= each_member)
      throw refuse('too_often', { retry_after: 1 })
    if (waits >= waiting) makeRoom()
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
