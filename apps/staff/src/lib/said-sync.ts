import { lockOfSaid, type Said, saidDb } from './said-db.ts'
import { type KeptUnsent, syncDb } from './sync-db.ts'
import type { SyncItem, SyncQueue } from './sync-worker.ts'

/** What the worker may send of the small things that somebody has said without a network: in order, each once. */
export const saidQueues = async (person: string): Promise<SyncQueue[]> => {
  const queues = new Map<string, SyncQueue>()
  for (const [name] of await saidDb.entries<Said>('said')) {
    const [owner, restaurantId = ''] = name.split('/')
    if (owner !== person) continue
    const prefix = `${person}/${restaurantId}/`
    const next = async (): Promise<SyncItem | null> => {
      const [first] = (await saidDb.entries<Said>('said'))
        .filter(([key, { problem }]) => key.startsWith(prefix) && problem === undefined)
        .sort(([, one], [, other]) => one.at - other.at)
      if (first === undefined) return null
      const [key, { at }] = first
      const kept = await syncDb.get<KeptUnsent>('requests', key)
      if (kept?.key !== String(at)) return null
      const rest = async () => undefined
      const sent = async () => {
        // The same may have been said anew meanwhile, in other words.
        const now = await saidDb.get<Said>('said', key)
        if (now?.at === at) await Promise.all([saidDb.remove('said', key), syncDb.remove('requests', key)])
      }
      return { request: kept.request, files: [], begin: rest, stay: rest, sent }
    }
    queues.set(prefix, { restaurantId, lock: lockOfSaid(prefix), next })
  }
  return [...queues.values()]
}
