import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, PathId } from '../fields/fields.ts'
import { Timezone } from '../fields/timezone.ts'
import { PushSubscription, QuietHours } from '../notifications.ts'

/** The notification settings of one browser of an agent or an editor, used while no page of the desk is visible. */
export const SignalDevice = z.object({
  sound: z.boolean(),
  /** Notify of an unassigned waiting ticket after this many minutes; 0: never. */
  nobodys_after: z.number().int().min(0).max(600),
  /** Hours without notifications, in `timezone`; those of that time are sent afterwards. */
  quiet: QuietHours.nullable(),
  timezone: Timezone,
})
export type SignalDevice = z.infer<typeof SignalDevice>

export const getSignals = endpoint({
  name: 'getSignals',
  summary: 'О чём зовёт агента или редактора этот браузер; null — не зовёт',
  method: 'GET',
  path: 'desk/signals/',
  auth: 'desk',
  answer: z.object({
    /** The installation's key for `pushManager.subscribe`, base64url of the uncompressed point. */
    public_key: z.string(),
    device: SignalDevice.nullable(),
  }),
  refusals: [],
})

export const subscribeSignals = endpoint({
  name: 'subscribeSignals',
  summary: 'Звать агента или редактора в этом браузере, и когда рабочее место закрыто: до конца сессии',
  method: 'POST',
  path: 'desk/signals/device/',
  auth: 'desk',
  body: PushSubscription.omit({ shows_text: true }).extend(SignalDevice.shape),
  /** `owner` comes with every push: the browser ignores pushes with another owner. */
  answer: z.object({ owner: Id }),
  refusals: [],
})

export const unsubscribeSignals = endpoint({
  name: 'unsubscribeSignals',
  summary: 'Больше не звать в этом браузере',
  method: 'POST',
  path: 'desk/signals/device/remove/',
  auth: 'desk',
  answer: z.object({ ok: z.boolean() }),
  refusals: [],
})

export const readSignals = endpoint({
  name: 'readSignals',
  summary: 'Материал (null — список «Проверить») открыт: зов о нём гаснет во всех браузерах этого человека',
  method: 'POST',
  path: 'desk/signals/read/',
  auth: 'desk',
  body: z.object({ material: PathId.nullable() }),
  answer: z.object({ ok: z.boolean() }),
  refusals: [],
})
