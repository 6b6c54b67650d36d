import { isOnline } from '../connectivity.ts'
import type { PushOwners } from './push-owner.ts'
import type { WorkerPlace } from './ready-worker.ts'

/** Whether this browser can ring: `install` an iPhone does so only for an app on its home screen. */
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

/** What the server is told of a browser. */
export interface GivenDevice {
  endpoint: string
  p256dh: string
  auth: string
}

/** Who is told in this browser, and how the server learns of it. */
export interface PushTo {
  person: string
  tell: (device: GivenDevice) => Promise<{ owner: string }>
}

/** The push of one app in this browser: its own worker, its own owner. */
export const makeBrowserPush = (owners: PushOwners, place: WorkerPlace) => {
  /** A worker of a wider path answers for this one too: it is none of ours. */
  const registered = async (): Promise<ServiceWorkerRegistration | undefined> => {
    const found = await navigator.serviceWorker?.getRegistration(place.scope)
    return found === undefined || new URL(found.scope).pathname === place.scope ? found : undefined
  }

  const subscribe = async ({ person, tell }: PushTo, public_key: string): Promise<void> => {
    const { readyWorker } = await import('./ready-worker.ts')
    const { pushManager } = await readyWorker(place, await registered())
    const how = { userVisibleOnly: true, applicationServerKey: bytesOf(public_key) }
    const given = await pushManager.subscribe(how).catch(async (error: unknown) => {
      // Another key, of an installation that is no more, stands in the way.
      const before = await pushManager.getSubscription()
      if (before === null) throw error
      await before.unsubscribe()
      return pushManager.subscribe(how)
    })
    const { endpoint } = given
    const keys = { p256dh: base64url(given.getKey('p256dh')), auth: base64url(given.getKey('auth')) }
    const { owner } = await tell({ endpoint, ...keys })
    await owners.write({ person, owner, endpoint, checked_at: Date.now() })
  }

  /** This browser rings no more and shows nothing of what it has shown. */
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

    /** Asks the person, and subscribes this browser when they agree; false when they do not. Rejects when it did not work. */
    ring: async (to: PushTo, public_key: string): Promise<boolean> => {
      // First of all: a browser asks only right after a touch.
      if ((await Notification.requestPermission()) !== 'granted') return false
      await subscribe(to, public_key)
      return true
    },

    /** The person signs out: a browser without a network must not hold them for it. */
    forget: async (): Promise<void> => {
      if ((await owners.read()) === null) return
      await Promise.race([
        silence().catch(() => null),
        new Promise((settle) => setTimeout(settle, LEAVING_MS)),
      ])
    },

    /**
     * Puts right what has changed since the last visit: somebody else's notices end here, and a subscription that the browser
     * or the server has lost is made anew; `ask` says what the server knows of this browser. Asks nobody anything.
     */
    settle: async (
      person: string,
      ask: () => Promise<{ public_key: string; isKnown: boolean; tell: PushTo['tell'] }>,
    ): Promise<void> => {
      const known = await owners.read()
      if (known === null) return
      if (known.person !== person) return silence()
      if (!isOnline() || ringing() !== 'can' || Notification.permission !== 'granted') return
      const endpoint = (await (await registered())?.pushManager.getSubscription())?.endpoint
      if (endpoint === known.endpoint && Math.abs(Date.now() - known.checked_at) < DAY_MS) return
      const { public_key, isKnown, tell } = await ask()
      if (endpoint === known.endpoint && isKnown) return owners.write({ ...known, checked_at: Date.now() })
      await subscribe({ person, tell }, public_key)
    },

    /** What the notice of this tag tells is read here: it has done its work. */
    close: async (tag: string): Promise<void> => {
      for (const shown of (await (await registered())?.getNotifications?.({ tag })) ?? []) shown.close()
    },
  }
}
