import * as calls from '@podmoga/contract/desk/signals'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { isCallable } from '../../ports/outside-address.ts'
import { checkPushKeys } from '../../ports/web-push.ts'
import { minutesOf, originsOf, timeOf } from '../notifications/notifications.routes.ts'
import { findSignalDevice, subscribe, unsubscribe } from './signals.devices.sql.ts'
import { readCalls } from './signals.editors.sql.ts'
import type { SignalMeans } from './signals.job.ts'

const OUTSIDE = 'Вход на этом устройстве ведёт другая система: уведомления здесь не включить.'

/** `desk/signals/`: whether this browser is subscribed, and to what. */
export const signalRoutes = (
  on: On,
  { sql, clock, config, rates, background }: Deps,
  { seal, hash, public_key }: SignalMeans,
): void => {
  on(calls.getSignals, async ({ who }) => {
    const row = await findSignalDevice(sql, who)
    if (row === undefined) return { public_key: await public_key(), device: null }
    const { quiet_from: from, quiet_to: to, ...device } = row
    const quiet = from === null || to === null ? null : { from: timeOf(from), to: timeOf(to) }
    return { public_key: await public_key(), device: { ...device, quiet } }
  })

  on(calls.subscribeSignals, async ({ who, body }) => {
    const { person_id, session_id } = who
    if (session_id === null) throw refuse('forbidden', { message: OUTSIDE })
    const { endpoint, p256dh, auth, quiet, ...choices } = body
    const device = { endpoint, p256dh, auth }
    await rates.take('push subscriptions', person_id, 60, 3600)
    if (!isCallable(endpoint, originsOf(config.PUSH_ORIGINS)))
      throw refuse('invalid', { fields: { endpoint: FIELD.bad_value } })
    try {
      checkPushKeys(device)
    } catch {
      throw refuse('invalid', { fields: { p256dh: FIELD.bad_value } })
    }
    await subscribe(sql, {
      session_id,
      person_id,
      endpoint_hash: hash(endpoint),
      sealed: seal(JSON.stringify(device), `desk push ${session_id}`),
      ...choices,
      quiet_from: quiet === null ? null : minutesOf(quiet.from),
      quiet_to: quiet === null ? null : minutesOf(quiet.to),
      now: clock.now(),
    })
    return { owner: session_id }
  })

  on(calls.readSignals, async ({ who: { person_id }, body: { material } }) => {
    const kinds = material === null ? (['due', 'review'] as const) : (['review', 'reviewed'] as const)
    const material_id = material === null ? null : rowId(material)
    if (await readCalls(sql, { person_id, material_id, kinds, now: clock.now() })) background.wake('signals')
    return { ok: true }
  })

  on(calls.unsubscribeSignals, async ({ who }) => {
    if (who.session_id !== null) await unsubscribe(sql, who.session_id)
    return { ok: true }
  })
}
