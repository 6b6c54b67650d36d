import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { Person } from '../http/principals.ts'
import { makeCatchUp, makeStreamLimit } from './catch-up.ts'
import type { Listener } from './live-stream.ts'

/** How long a stop waits for batches in progress. */
const STOP_MS = 1000

interface HubOptions<S> {
  /** The NOTIFY channel. A payload is the id of a group with new events in the database, or JSON that is not stored. */
  channel: string
  /** Caller kind for the database's connection slots. */
  caller: string
  /** The ids of the restaurants or businesses whose events a subscriber receives. */
  groupsOf: (subscriber: S) => Iterable<string>
  /** Sends one batch to the subscribers that have not received it; resolves to true if there may be more. */
  runBatch: (group: string, subscribers: readonly S[]) => Promise<boolean>
  /** Handles a JSON payload. */
  onMessage: (news: unknown) => void
  /** Called for every group with new events in the database, with or without local subscribers. */
  onNewEvents?: (group: string) => void
}

/** Delivers committed events to the open streams of their group, in order, and unstored messages at once. */
export const makeHub = <W extends Person, S extends Listener<W>>(deps: Deps, how: HubOptions<S>) => {
  const { sql, log, config } = deps
  const groups = new Map<string, Set<S>>()
  const limitStreams = makeStreamLimit<W>(config.STREAMS_PER_PERSON)
  let unlisten: (() => Promise<void>) | undefined
  let stopping = false

  const { catchUp, idle } = makeCatchUp({
    caller: how.caller,
    log,
    runBatch: async (group) => {
      const subscribers = [...(groups.get(group) ?? [])]
      return subscribers.length > 0 && how.runBatch(group, subscribers)
    },
    isWanted: (group) => !stopping && groups.has(group),
  })

  const leave = (subscriber: S): void => {
    for (const id of how.groupsOf(subscriber)) {
      const group = groups.get(id)
      group?.delete(subscriber)
      if (group?.size === 0) groups.delete(id)
    }
  }

  return {
    subscribersOf: (group: string): Iterable<S> => groups.get(group) ?? [],
    subscribers: (): Set<S> => new Set([...groups.values()].flatMap((group) => [...group])),

    start: async (): Promise<void> => {
      const listening = await sql.listen(
        how.channel,
        (payload) => {
          if (payload.startsWith('{')) return how.onMessage(JSON.parse(payload))
          void catchUp(payload)
          how.onNewEvents?.(payload)
        },
        // Also called after a reconnect: delivers what was committed in the meantime.
        () => {
          for (const group of groups.keys()) void catchUp(group)
        },
      )
      unlisten = listening.unlisten
    },

    /** Adds a stream: `subscribe` finds the reader's starting position, `greet` sends the first events. */
    join: async (
      listener: Listener<W>,
      subscribe: () => Promise<S>,
      greet: (subscriber: S) => Promise<void>,
    ): Promise<void> => {
      limitStreams(listener)
      const subscriber = await subscribe()
      if (listener.stream.closed) return
      if (stopping) return listener.end('restart')
      const ids = [...how.groupsOf(subscriber)]
      for (const id of ids) groups.set(id, (groups.get(id) ?? new Set()).add(subscriber))
      listener.stream.onClose(() => leave(subscriber))
      await greet(subscriber)
      for (const id of ids) await catchUp(id)
    },

    stop: async (): Promise<void> => {
      stopping = true
      for (const group of groups.values()) for (const subscriber of group) subscriber.end('restart')
      groups.clear()
      // A database that does not answer must not hold a stopping server.
      await Promise.race([idle().then(() => unlisten?.()), pause(STOP_MS, undefined, { ref: false })]).catch(
        (error: unknown) => log.warn({ err: error }, 'the listening ended badly'),
      )
    },
  }
}
