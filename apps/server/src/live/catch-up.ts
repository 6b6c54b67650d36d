import { setTimeout } from 'node:timers/promises'
import { asCaller } from '@podmoga/sql/caller'
import type { FastifyBaseLogger } from 'fastify'
import type { Person } from '../http/principals.ts'
import type { Listener } from './live-stream.ts'

/** After a failure: nobody else would tell what was committed meanwhile. */
const AGAIN_MS = 1000

/**
 * Tells a group of streams its news, batch by batch: asked for while it is at it, it goes on once more, and after a failure it
 * begins anew for as long as somebody is in the group.
 */
export const makeCatchUp = (how: {
  /** As the database's connection slots know it. */
  caller: string
  log: FastifyBaseLogger
  /** Tells one batch; true when there may be more. */
  tellBatch: (group: string) => Promise<boolean>
  isWanted: (group: string) => boolean
}) => {
  const catchingUp = new Map<string, Promise<void>>()
  const again = new Set<string>()

  const catchUp = (group: string): Promise<void> => {
    const running = catchingUp.get(group)
    if (running !== undefined) {
      again.add(group)
      return running
    }
    const run = asCaller(how.caller, async () => {
      do again.delete(group)
      while ((await how.tellBatch(group)) || again.has(group))
    })
      .catch((error: unknown) => {
        how.log.warn({ err: error, group }, 'live events wait for the database')
        if (how.isWanted(group))
          void setTimeout(AGAIN_MS, undefined, { ref: false }).then(() => catchUp(group))
      })
      .finally(() => catchingUp.delete(group))
    catchingUp.set(group, run)
    return run
  }
  return { catchUp, idle: (): Promise<unknown> => Promise.all(catchingUp.values()) }
}

/**
 * Makes room for one more stream: the person's oldest gives way to one too many. Counted before anything is asked of the
 * database: in the order in which they came, and those too that are still waiting for it.
 */
export const makeStreamLimit = <W extends Person>(most: number): ((listener: Listener<W>) => void) => {
  const streams = new Map<string, Set<Listener<W>>>()
  return (listener) => {
    const { person_id } = listener.who
    const own = streams.get(person_id) ?? new Set()
    streams.set(person_id, own.add(listener))
    listener.stream.onClose(() => {
      own.delete(listener)
      if (own.size === 0 && streams.get(person_id) === own) streams.delete(person_id)
    })
    for (const oldest of own) {
      if (own.size <= most) break
      own.delete(oldest)
      oldest.end('replaced')
    }
  }
}
