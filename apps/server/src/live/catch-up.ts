import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { asCaller } from '../db/caller.ts'
import type { Person } from '../http/principals.ts'
import type { Listener } from './live-stream.ts'

/** After a failure: nobody else would tell what was committed meanwhile. */
const AGAIN_MS = 1000

/**
 * Tells a room its news, one turn at a time: asked for while it is at it, it goes on once more, and after a failure it
 * begins anew for as long as somebody is in the room.
 */
export const makeCatchUp = (how: {
  /** As the database's places know it. */
  caller: string
  log: FastifyBaseLogger
  /** Tells one batch; true when there may be more. */
  turn: (room: string) => Promise<boolean>
  isWanted: (room: string) => boolean
}) => {
  const catchingUp = new Map<string, Promise<void>>()
  const again = new Set<string>()

  const catchUp = (room: string): Promise<void> => {
    const running = catchingUp.get(room)
    if (running !== undefined) {
      again.add(room)
      return running
    }
    const run = asCaller(how.caller, async () => {
      do again.delete(room)
      while ((await how.turn(room)) || again.has(room))
    })
      .catch((error: unknown) => {
        how.log.warn({ err: error, room }, 'live events wait for the database')
        if (how.isWanted(room)) void setTimeout(AGAIN_MS, undefined, { ref: false }).then(() => catchUp(room))
      })
      .finally(() => catchingUp.delete(room))
    catchingUp.set(room, run)
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
