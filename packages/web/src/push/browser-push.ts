import { isOnline } from '../connectivity.ts'
import type { PushOwners } from './push-owner.ts'
import type { WorkerPlace } from './ready-worker.ts'

/** Whether this browser can show push notifications; `install`: on iOS only for an app installed to the home screen. */
export type Ringing = 'can' | 'install' | 'refused' | 'cannot'

const isApple = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export const ringing = (): Ringing => {
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (isApple() && !isInstalled) return 'install'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'cannot'
  return Notification.permission === 'denied' ? 'refused' : 'can'
}

const DAY_MS = 24 * 3600_000
const LEAVING_MS = 1500

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** A browser's push subscription, as sent to the server. */
export interface GivenDevice {
  endpoint: string
  p256dh: string
  auth: string
}

/** The recipient of notifications in this browser, and the call that sends the subscription to the server. */
export interface PushTo {
  person: string
  send: (device: GivenDevice) => Promise<{ owner: string }>
}

/** Push notifications of one app in this browser, with its own worker and owner. */
export const makeBrowserPush = (owners: PushOwners, place: WorkerPlace) => {
  /** `getRegistration` may return a worker with a wider scope, which is not this app's: ignore it. */
  const registered = async (): Promise<ServiceWorkerRegistration | undefined> => {
    const found = await navigator.serviceWorker?.getRegistration(place.scope)
    return found === undefined || new URL(found.scope).pathname === place.scope ? found : undefined
  }

  const subscribe = async ({ person, send }: PushTo, public_key: string): Promise<void> => {
    const { readyWorker } = await import('./ready-worker.ts')
    const { pushManager } = await readyWorker(place, await registered())
    const how = { userVisibleOnly: true, applicationServerKey: bytesOf(public_key) }
    const given = await pushManager.subscribe(how).catch(async (error: unknown) => {
      // An old subscription with another server key blocks a new one.
      const before = await pushManager.getSubscription()
      if (before === null) throw error
      await before.unsubscribe()
      return pushManager.subscribe(how)
    })
    const { endpoint } = given
    const keys = { p256dh: base64url(given.getKey('p256dh')), auth: base64url(given.getKey('auth')) }
    const { owner } = await send({ endpoint, ...keys })
    await owners.write({ person, owner, endpoint, checked_at: Date.now() })
  }

  /** Unsubscribes this browser and closes its notifications. */
  const silence = async (): Promise<void> => {
    await owners.remove()
    const registration = await registered()
    if (registration === undefined || !('pushManager' in registration)) return
    for (const shown of await registration.getNotifications()) shown.close()
    await (await registration.pushManager.getSubscription())?.unsubscribe()
  }

  return {
    silence,
    subscribe,

    /** Asks for permission and subscribes this browser; false if the user declines. Rejects if subscribing fails. */
    ring: async (to: PushTo, public_key: string): Promise<boolean> => {
      // Must be the first step: browsers ask only right after a user gesture.
      if ((await Notification.requestPermission()) !== 'granted') return false
      await subscribe(to, public_key)
      return true
    },

    /** Unsubscribes at sign-out, with a timeout: a browser without a network must not delay it. */
    forget: async (): Promise<void> => {
      if ((await owners.read()) === null) return
      await Promise.race([
        silence().catch(() => null),
        new Promise((settle) => setTimeout(settle, LEAVING_MS)),
      ])
    },

    /**
     * Updates the subscription after changes since the last visit: ends another person's notifications, and renews a
     * subscription that the browser or the server has lost. `ask` returns what the server knows of this browser. Never prompts.
     */
    settle: async (
      person: string,
      ask: () => Promise<{ public_key: string; isKnown: boolean; send: PushTo['send'] }>,
    ): Promise<void> => {
      const known = await owners.read()
      if (known === null) return
      if (known.person !== person) return silence()
      if (!isOnline() || ringing() !== 'can' || Notification.permission !== 'granted') return
      const endpoint = (await (await registered())?.pushManager.getSubscription())?.endpoint
      if (endpoint === known.endpoint && Math.abs(Date.now() - known.checked_at) < DAY_MS) return
      const { public_key, isKnown, send } = await ask()
      if (endpoint === known.endpoint && isKnown) return owners.write({ ...known, checked_at: Date.now() })
      await subscribe({ person, send }, public_key)
    },

    /** Closes the notifications with this tag: their content has been read. */
    close: async (tag: string): Promise<void> => {
      for (const shown of (await (await registered())?.getNotifications?.({ tag })) ?? []) shown.close()
    },
  }
}
