import type { NotificationSettings } from '@podmoga/contract/notifications'
import { type GivenDevice, makeBrowserPush } from '@podmoga/web/push/browser-push'
import type { Scope } from '../scope.tsx'
import { askNotifications, subscribeDevice, unsubscribeDevice } from './notifications.api.ts'
import { owners, WORKER } from './push.ts'

export { ringing } from '@podmoga/web/push/browser-push'

const push = makeBrowserPush(owners, WORKER)

const registerDevice = (scope: Scope, shows_text: boolean) => (device: GivenDevice) =>
  subscribeDevice(scope, { ...device, shows_text })

/** Asks for permission and subscribes this browser; false if the user declines. Rejects if the subscription fails. */
export const enablePush = (
  scope: Scope,
  { public_key }: NotificationSettings,
  shows_text: boolean,
): Promise<boolean> =>
  push.ring({ person: scope.person, send: registerDevice(scope, shows_text) }, public_key)

export const disablePush = async (scope: Scope): Promise<void> => {
  await unsubscribeDevice(scope)
  await push.silence().catch(() => null)
}

/** On sign-out; never delays it when the browser is offline. */
export const forgetNotifications = push.forget

/** Reconciles the subscription with the server: ends another user's, and renews a lost one. */
export const settleNotifications = (scope: Scope): Promise<void> =>
  push.settle(scope.person, async () => {
    const { public_key, device } = await askNotifications(scope)
    return { public_key, isKnown: device !== null, send: registerDevice(scope, device?.shows_text ?? false) }
  })

/** Closes a ticket's notification once it is read here. */
export const closeNotification = (ticketId: string): Promise<void> => push.close(`ticket-${ticketId}`)
