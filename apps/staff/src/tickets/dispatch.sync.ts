import { localDb } from '../lib/local-db.ts'
import { type KeptUnsent, syncDb } from '../lib/sync-db.ts'
import type { SyncItem, SyncQueue } from '../lib/sync-worker.ts'
import { nextOf, type Outgoing, queueOf, stateAfterBreak } from './outgoing.ts'

// Tells the person's tabs what was sent for them.
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : null

/** Under the queue's lock nobody else is sending: what stands as being sent was broken off. */
const resting = (items: readonly Outgoing[]): Outgoing[] =>
  items.map((item) => ({ ...item, state: stateAfterBreak(item, Date.now()) }))

const itemOf = (name: string, item: Outgoing, { request }: KeptUnsent): SyncItem => {
  // It may be taken back or changed in a page meanwhile.
  const put = async (state: 'waiting' | 'sending') => {
    const kept = await localDb.get<Outgoing>('outbox', name)
    if (kept?.key === item.key) await localDb.put('outbox', name, { ...kept, state })
  }
  return {
    request,
    files: item.files,
    begin: () => put('sending'),
    stay: () => put('waiting'),
    sent: async () => {
      await Promise.all([localDb.remove('outbox', name), syncDb.remove('requests', name)])
      channel?.postMessage(item.id)
    },
  }
}

/** What the worker may send of what somebody's dispatch holds: each queue as a page would, under the page's own locks. */
export const dispatchQueues = async (person: string): Promise<SyncQueue[]> => {
  const queues = new Map<string, SyncQueue>()
  for (const [name, item] of await localDb.entries<Outgoing>('outbox')) {
    const [owner, restaurantId = ''] = name.split('/')
    if (owner !== person) continue
    const prefix = `${person}/${restaurantId}/`
    const queue = queueOf(item)
    const next = async (): Promise<SyncItem | null> => {
      const first = nextOf(resting(await localDb.list<Outgoing>('outbox', prefix)), queue)
      if (first === undefined) return null
      const request = await syncDb.get<KeptUnsent>('requests', prefix + first.id)
      // Written by a page that had no time to say how it goes: a page sends it, and nothing goes before it.
      return request?.key === first.key ? itemOf(prefix + first.id, first, request) : null
    }
    queues.set(prefix + queue, { restaurantId, lock: `outbox ${prefix}${queue}`, next })
  }
  return [...queues.values()]
}
