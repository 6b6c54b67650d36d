import { type Call, makeCall } from '@podmoga/contract/client'
import { renewSession } from '@podmoga/contract/session'
import { config } from '../config.ts'
import { type RecordedRequest, type Renewal, renewalOf, SYNC_TAG } from './recorded-request.shapes.ts'
import type { OutboxStore } from './store.ts'

const formOf = (body: FormData): RecordedRequest['form'] =>
  [...body].map(([name, value]) => [name, typeof value === 'string' ? value : null])

/**
 * Records the request of a call without sending it. The worker, which does not contain the contract, sends exactly that.
 * Null if the call was refused before it would have been sent.
 */
export const recordRequest = async (
  send: (call: Call) => Promise<unknown>,
): Promise<RecordedRequest | null> => {
  const recorded: RecordedRequest[] = []
  const call = makeCall({
    base_url: config.base_url,
    headers: () => ({ 'Accept-Language': 'ru' }),
    transport: async ({ url, headers, body }) => {
      recorded.push({
        url: new URL(url, location.origin).href,
        headers,
        body: typeof body === 'string' ? body : null,
        form: body instanceof FormData ? formOf(body) : null,
      })
      throw new TypeError('written down')
    },
  })
  await send(call).catch(() => null)
  return recorded[0] ?? null
}

interface SyncManagerLike {
  register: (tag: string) => Promise<void>
}

/** Whether this browser has Background Sync, and so can send items with no page open. */
export const canSendClosed = (): boolean => 'SyncManager' in globalThis

/**
 * Asks the browser to wake the worker when there is a network, even with no page open. Without Background Sync, the app
 * sends when it is next opened. Never rejects.
 */
export const askForSync = async ({ db }: OutboxStore, person: string): Promise<void> => {
  try {
    const registration = await navigator.serviceWorker?.getRegistration('/')
    const { sync } = (registration ?? {}) as { sync?: SyncManagerLike }
    if (sync === undefined) return
    const renewal = await recordRequest((call) => call(renewSession, { body: { subject: person } }))
    if (renewal === null) return
    const stored: Renewal = { renewal, cookie_domain: config.cookie_domain }
    await db.put('renewals', renewalOf(person), stored)
    await sync.register(SYNC_TAG)
  } catch {
    // Blocked by the browser or the user: the same as no Background Sync.
  }
}
