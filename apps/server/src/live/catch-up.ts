import { setTimeout } from 'node:timers/promises'
import { asCaller } from '@podmoga/sql/caller'
import type { FastifyBaseLogger } from 'fastify'
import type { Person } from '../http/principals.ts'
import type { Listener } from './live-stream.ts'

/** Retry delay after a failure: no later notification would cover what was committed in the meantime. */
const RETRY_MS = 1000

/**
 * Sends a group's new events to its streams, batch by batch, one run per group at a time. A call during a run makes it loop
 * once more. After a failure it retries for as long as the group has subscribers.
 */
export const makeCatchUp = (how: {
  /** Caller kind for the database's connection slots. */
  caller: string
  log: FastifyBaseLogger
  /** Sends one batch; resolves to true if there may be more. */
  runBatch: (group: string) => Promise<boolean>
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
      while ((await how.runBatch(group)) || again.has(group))
    })
      .catch((error: unknown) => {
        how.log.warn({ err: error, group }, 'live events wait for the database')
        if (how.isWanted(group))
          void setTimeout(RETRY_MS, undefined, { ref: false }).then(() => catchUp(group))
      })
      .finally(() => catchingUp.delete(group))
    catchingUp.set(group, run)
    return run
  }
  return { catchUp, idle: (): Promise<unknown> => Promise.all(catchingUp.values()) }
}

/**
 * Limits the streams of a person to `most`: one too many closes the oldest. Streams are counted before any database query, in
 * order of arrival, including those that still wait for the database.
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
