import type { Call } from '@podmoga/contract/client'
import { isOnline } from '../connectivity.ts'
import { isLeaving } from '../session/leave.ts'
import { personHere } from '../session/stored-session.ts'
import type { OutboxItem } from './item.ts'
import type { Outbox } from './outbox.ts'
import type { StoredRequest } from './recorded-request.shapes.ts'
import { askForSync, recordRequest } from './recorded-request.ts'

const isUnsent = ({ state }: OutboxItem): boolean => state === 'waiting' || state === 'sending'
const DELIVERY = { signal: new AbortController().signal, onProgress: () => undefined }

/**
 * Hands unsent items over to the worker: while the page is offline, and when it is hidden with unsent items. Returns a
 * function that stops it.
 */
export const leaveToWorker = <Scope extends { call: Call; person: string }>(
  outbox: Outbox<Scope>,
): (() => void) => {
  const { scope, store, prefix } = outbox
  /** By item id: the key of the request that is recorded for the worker. */
  const known = new Map<string, string>()
  const unsent = () => outbox.all().filter(isUnsent)
  // The person signs out or is another one: their items are removed, and must not be sent.
  const isGone = () => isLeaving() || personHere() !== scope.person

  const leave = async (): Promise<void> => {
    const all = unsent()
    for (const item of all) {
      const { id, key } = item
      if (known.get(id) === key) continue
      known.set(id, key)
      const request = await recordRequest((call) => outbox.deliverWith({ ...scope, call }, item, DELIVERY))
      if (isGone()) return
      if (request === null || !unsent().some((one) => one.id === id && one.key === key)) continue
      await store.db.put('requests', prefix + id, { key, request } satisfies StoredRequest)
    }
    if (all.length > 0 && !isGone()) await askForSync(store, scope.person)
  }
  const look = () => {
    if (!isOnline() && unsent().some(({ id, key }) => known.get(id) !== key)) void leave()
  }
  const hide = () => {
    if (document.hidden) void leave()
  }
  look()
  hide()
  const stop = outbox.subscribe(look)
  document.addEventListener('visibilitychange', hide)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', hide)
  }
}
