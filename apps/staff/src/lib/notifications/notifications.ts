import type { Notices } from '@podmoga/contract/notifications'
import { isOnline } from '@podmoga/web/connectivity'
import type { Scope } from '../scope.tsx'
import { askNotifications, subscribeDevice, unsubscribeDevice } from './notifications.api.ts'
import { readOwner, removeOwner, writeOwner } from './push-owner.ts'

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

const subscribe = async (scope: Scope, { public_key }: Notices, shows_text: boolean): Promise<void> => {
  const { readyWorker } = await import('../ready-worker.ts')
  const { pushManager } = await readyWorker()
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
  const { owner } = await subscribeDevice(scope, { endpoint, ...keys, shows_text })
  await writeOwner({ person: scope.person, owner, endpoint, checked_at: Date.now() })
}

/** Asks the person, and subscribes this browser when they agree; false when they do not. Rejects when it did not work. */
export const ringHere = async (scope: Scope, notices: Notices, shows_text: boolean): Promise<boolean> => {
  // First of all: a browser asks only right after a touch.
  if ((await Notification.requestPermission()) !== 'granted') return false
  await subscribe(scope, notices, shows_text)
  return true
}

/** This browser rings no more and shows nothing of what it has shown. */
const silence = async (): Promise<void> => {
  await removeOwner()
  const registration = await navigator.serviceWorker?.getRegistration('/')
  if (registration === undefined || !('pushManager' in registration)) return
  for (const shown of await registration.getNotifications()) shown.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

export const ringNoMore = async (scope: Scope): Promise<void> => {
  await unsubscribeDevice(scope)
  await silence().catch(() => null)
}

/** The person signs out: a browser without a network must not hold them for it. */
export const forgetNotifications = async (): Promise<void> => {
  if ((await readOwner()) === null) return
  await Promise.race([silence().catch(() => null), new Promise((settle) => setTimeout(settle, LEAVING_MS))])
}

/**
 * Puts right what has changed since the last visit: somebody else's notices end here, and a subscription that the browser
 * or the server has lost is made anew. Asks nobody anything.
 */
export const settleNotifications = async (scope: Scope): Promise<void> => {
  const known = await readOwner()
  if (known === null) return
  if (known.person !== scope.person) return silence()
  if (!isOnline() || ringing() !== 'can' || Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration('/')
  const endpoint = (await registration?.pushManager.getSubscription())?.endpoint
  if (endpoint === known.endpoint && Math.abs(Date.now() - known.checked_at) < DAY_MS) return
  const notices = await askNotifications(scope)
  if (endpoint === known.endpoint && notices.device !== null)
    return writeOwner({ ...known, checked_at: Date.now() })
  await subscribe(scope, notices, notices.device?.shows_text ?? false)
}

/** The person reads a ticket here: its notice has done its work. */
export const closeNotification = async (ticketId: string): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  for (const shown of (await registration?.getNotifications?.({ tag: `ticket-${ticketId}` })) ?? [])
    shown.close()
}
