import type { Call } from '@podmoga/contract/client'
import { isReached } from '@podmoga/web/reach'
import { isLeaving } from '@podmoga/web/session/leave'
import { personHere } from '@podmoga/web/session/stored-session'
import type { QueryClient } from '@tanstack/react-query'
import { askForSync, keepRequest } from '../lib/kept-request.ts'
import { localDb } from '../lib/local-db.ts'
import type { Place } from '../lib/place.tsx'
import { type Said, saidDb } from '../lib/said-db.ts'
import { onSaidKept, type Senders } from '../lib/said-later.ts'
import { type KeptUnsent, syncDb } from '../lib/sync-db.ts'
import { carry } from '../tickets/carry.ts'
import { openDispatch } from '../tickets/dispatch.ts'
import type { Outgoing } from '../tickets/outgoing.ts'
import { SENDERS } from './said-senders.ts'

interface Unsent {
  name: string
  key: string
  say: (call: Call) => Promise<unknown>
}

const isUnsent = ({ state }: Outgoing): boolean => state === 'waiting' || state === 'sending'
const RIDE = { signal: new AbortController().signal, onProgress: () => undefined }
const senders: Senders = SENDERS

/**
 * Leaves to the worker what cannot be sent just now: while there is no network, and when the page goes out of sight with
 * something on its way. Returns how to stop.
 */
export const watchUnsent = (place: Place, queryClient: QueryClient): (() => void) => {
  const dispatch = openDispatch(place, queryClient)
  const prefix = `${place.person}/${place.restaurantId}/`
  /** By name: the key under which the worker knows how each goes. */
  const known = new Map<string, string>()

  const written = (): Unsent[] =>
    dispatch
      .all()
      .filter(isUnsent)
      .map((item) => ({
        name: prefix + item.id,
        key: item.key,
        say: (call) => carry({ ...place, call }, item, RIDE),
      }))
  const said = async (): Promise<Unsent[]> =>
    (await saidDb.entries<Said>('said'))
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, { kind, data, at }]) => ({
        name,
        key: String(at),
        say: async (call) => senders[kind]?.({ ...place, call }, data as never),
      }))

  const leave = async (): Promise<void> => {
    const all = [...written(), ...(await said())]
    // What they have written goes with them; nobody says it for them any more.
    if (isLeaving() || personHere() !== place.person) return
    for (const { name, key, say } of all) {
      if (known.get(name) === key) continue
      known.set(name, key)
      const request = await keepRequest(say)
      if (request !== null) await syncDb.put('requests', name, { key, request } satisfies KeptUnsent)
    }
    if (all.length > 0) await askForSync(place.person)
  }
  const look = () => {
    if (!isReached() && written().some(({ name, key }) => known.get(name) !== key)) void leave()
  }
  const hide = () => {
    if (document.hidden) void leave()
  }
  /** What was left there and has been sent since. */
  const sweep = async () => {
    for (const [name] of await syncDb.entries('requests')) {
      if (!name.startsWith(prefix)) continue
      const kept = (await localDb.get('outbox', name)) ?? (await saidDb.get('said', name))
      if (kept === null) await syncDb.remove('requests', name)
    }
  }
  void sweep()
  look()
  const stops = [dispatch.subscribe(look), onSaidKept(() => void leave())]
  document.addEventListener('visibilitychange', hide)
  return () => {
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', hide)
  }
}
