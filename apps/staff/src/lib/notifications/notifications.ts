import type { NotificationSettings } from '@podmoga/contract/notifications'
import { type GivenDevice, makeBrowserPush } from '@podmoga/web/push/browser-push'
import type { Scope } from '../scope.tsx'
import { askNotifications, subscribeDevice, unsubscribeDevice } from './notifications.api.ts'
import { owners, WORKER } from './push.ts'

export { ringing } from '@podmoga/web/push/browser-push'

const push = makeBrowserPush(owners, WORKER)

const tellingOf = (scope: Scope, shows_text: boolean) => (device: GivenDevice) =>
  subscribeDevice(scope, { ...device, shows_text })

/** Asks the person, and subscribes this browser when they agree; false when they do not. Rejects when it did not work. */
export const ringHere = (
  scope: Scope,
  { public_key }: NotificationSettings,
  shows_text: boolean,
): Promise<boolean> => push.ring({ person: scope.person, tell: tellingOf(scope, shows_text) }, public_key)

export const ringNoMore = async (scope: Scope): Promise<void> => {
  await unsubscribeDevice(scope)
  await push.silence().catch(() => null)
}

/** The person signs out: a browser without a network must not hold them for it. */
export const forgetNotifications = push.forget

/** Puts right what has changed since the last visit: somebody else's notices end here, and a lost subscription is made anew. */
export const settleNotifications = (scope: Scope): Promise<void> =>
  push.settle(scope.person, async () => {
    const { public_key, device } = await askNotifications(scope)
    return { public_key, isKnown: device !== null, tell: tellingOf(scope, device?.shows_text ?? false) }
  })

/** The person reads a ticket here: its notice has done its work. */
export const closeNotification = (ticketId: string): Promise<void> => push.close(`ticket-${ticketId}`)
