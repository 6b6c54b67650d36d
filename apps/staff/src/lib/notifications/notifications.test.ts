import { subscribeDevice } from '@podmoga/contract/notifications'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Scope } from '../scope.tsx'
import { enablePush } from './notifications.ts'

/** A browser without an active service worker yet, as on a phone in data-saver mode. */
class ComingWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  become(state: ServiceWorkerState) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}
let coming: ComingWorker
const subscription = { endpoint: 'https://push.test/1', getKey: () => new ArrayBuffer(1) }
const calls: unknown[] = []
const scope = {
  person: 'p1',
  call: async (declaration: unknown, given: unknown) => {
    calls.push(declaration, given)
    return { owner: 'o1' }
  },
} as unknown as Scope
const notices = { public_key: 'AAAA' } as Parameters<typeof enablePush>[1]

beforeEach(() => {
  coming = new ComingWorker()
  calls.length = 0
  const registration = {
    active: null,
    waiting: null,
    installing: coming,
    pushManager: { subscribe: async () => subscription },
  }
  const serviceWorker = {
    ready: new Promise(() => undefined),
    getRegistration: async () => undefined,
    register: vi.fn(async () => registration),
  }
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('window', {})
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
})
afterEach(() => vi.unstubAllGlobals())

test('enabling notifications installs a missing service worker, and subscribes once it is active', async () => {
  const rings = enablePush(scope, notices, true)
  await vi.waitFor(() => expect(navigator.serviceWorker.register).toHaveBeenCalledOnce())
  coming.become('installed')
  expect(calls).toEqual([])
  coming.become('activating')
  expect(await rings).toBe(true)
  expect(calls).toEqual([
    subscribeDevice,
    { body: { endpoint: subscription.endpoint, p256dh: 'AA', auth: 'AA', shows_text: true } },
  ])
})

test('a service worker that cannot be installed is an error, and is not waited for', async () => {
  const rings = enablePush(scope, notices, true)
  await vi.waitFor(() => expect(navigator.serviceWorker.register).toHaveBeenCalledOnce())
  coming.become('redundant')
  await expect(rings).rejects.toThrow()
  expect(calls).toEqual([])
})
