import type { Call } from '@podmoga/contract/client'
import { getSignals, subscribeSignals, unsubscribeSignals } from '@podmoga/contract/desk/signals'
import { type GivenDevice, makeBrowserPush, ringing } from '@podmoga/web/push/browser-push'
import { WORKER } from '../../lib/offline/worker-place.ts'
import { choicesNow } from './kept-choices.ts'
import { owners } from './push-place.ts'

const push = makeBrowserPush(owners, WORKER)

const telling = (call: Call) => (device: GivenDevice) => {
  const { sound, nobodys_after, quiet } = choicesNow()
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
  return call(subscribeSignals, { body: { ...device, sound, nobodys_after, quiet, timezone } })
}

/** Whether this browser calls its agent when the desk is closed too. */
export const isPushed = async (person: string): Promise<boolean> => (await owners.read())?.person === person

/**
 * Has this browser call its agent when the desk is closed too; false where it cannot. The browser has been asked before.
 * Rejects when the server or the push service was not reached.
 */
export const callHere = async (call: Call, person: string): Promise<boolean> => {
  if (ringing() !== 'can') return false
  const { public_key } = await call(getSignals, {})
  return push.ring({ person, tell: telling(call) }, public_key)
}

/** Tells the server what is chosen now, where this browser is called. */
export const tellChoices = async (call: Call, person: string): Promise<void> => {
  if (!(await isPushed(person))) return
  const { public_key } = await call(getSignals, {})
  await push.subscribe({ person, tell: telling(call) }, public_key)
}

export const callNoMore = async (call: Call): Promise<void> => {
  await call(unsubscribeSignals, {})
  await push.silence().catch(() => null)
}

/** Somebody else's calls end here, and a lost subscription is made anew. */
export const settlePush = (call: Call, person: string): Promise<void> =>
  push.settle(person, async () => {
    const { public_key, device } = await call(getSignals, {})
    return { public_key, isKnown: device !== null, tell: telling(call) }
  })

/** The person signs out. */
export const forgetPush = push.forget

/** The ticket is looked at: what called for it has done its work. */
export const closeCalls = async (ticketId: string): Promise<void> => {
  await Promise.all(['ticket', 'given', 'mention'].map((what) => push.close(`${what}-${ticketId}`)))
}
