import type { Call } from '@podmoga/contract/client'
import { getSignals, subscribeSignals, unsubscribeSignals } from '@podmoga/contract/desk/signals'
import { type GivenDevice, makeBrowserPush, ringing } from '@podmoga/web/push/browser-push'
import { WORKER } from '../../lib/offline/worker-registration.ts'
import { choicesNow } from './kept-choices.ts'
import { owners } from './push-owners.ts'

const push = makeBrowserPush(owners, WORKER)

const registerWith = (call: Call) => (device: GivenDevice) => {
  const { sound, nobodys_after, quiet } = choicesNow()
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
  return call(subscribeSignals, { body: { ...device, sound, nobodys_after, quiet, timezone } })
}

/** Whether this browser is subscribed to push for the person. */
export const isSubscribed = async (person: string): Promise<boolean> =>
  (await owners.read())?.person === person

/**
 * Subscribes this browser to push; resolves to false if it does not support push. Permission must already be granted.
 * Rejects if the server or the push service cannot be reached.
 */
export const subscribePush = async (call: Call, person: string): Promise<boolean> => {
  if (ringing() !== 'can') return false
  const { public_key } = await call(getSignals, {})
  return push.ring({ person, send: registerWith(call) }, public_key)
}

/** Sends the current choices to the server, if this browser is subscribed. */
export const sendChoices = async (call: Call, person: string): Promise<void> => {
  if (!(await isSubscribed(person))) return
  const { public_key } = await call(getSignals, {})
  await push.subscribe({ person, send: registerWith(call) }, public_key)
}

export const unsubscribePush = async (call: Call): Promise<void> => {
  await call(unsubscribeSignals, {})
  await push.silence().catch(() => null)
}

/** Ends another person's subscription in this browser, and renews a lost one. */
export const settlePush = (call: Call, person: string): Promise<void> =>
  push.settle(person, async () => {
    const { public_key, device } = await call(getSignals, {})
    return { public_key, isKnown: device !== null, send: registerWith(call) }
  })

/** Removes the subscription at sign-out. */
export const forgetPush = push.forget

/** Closes the notifications of a ticket that is being viewed. */
export const closeNotifications = async (ticketId: string): Promise<void> => {
  await Promise.all(['ticket', 'given', 'mention'].map((what) => push.close(`${what}-${ticketId}`)))
}
