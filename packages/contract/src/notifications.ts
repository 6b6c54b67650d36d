import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIELD } from './fields/field-texts.ts'
import { Id, PathId } from './fields/fields.ts'

const Minute = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: FIELD.bad_value })

/** Hours without a sound, in the restaurant's time zone; they cross midnight if `from` is later than `to`. */
export const QuietHours = z.object({ from: Minute, to: Minute })
export type QuietHours = z.infer<typeof QuietHours>

/** The notifications that one person wants from one restaurant. */
export const NotificationChoices = z.object({
  /** Support answered. */
  answers: z.boolean(),
  /** Support closed a ticket. */
  closings: z.boolean(),
  /** A colleague handed over their shift. */
  handovers: z.boolean(),
  /** For every ticket of the restaurant; false: only for those that the person writes in or follows. */
  all_tickets: z.boolean(),
  /** By e-mail too, if the message stays unread for some minutes. */
  by_mail: z.boolean(),
  quiet: QuietHours.nullable(),
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const NotificationSettings = z.object({
  choices: NotificationChoices,
  /** The installation's key for `pushManager.subscribe`, base64url of the uncompressed point. */
  public_key: z.string(),
  /** Whether the person already accepted or declined notifications: they are not asked again. */
  asked: z.boolean(),
  /** null if this device is not subscribed; `shows_text`: its notifications show the text of the message. */
  device: z.object({ shows_text: z.boolean() }).nullable(),
  /** The confirmed e-mail address for notifications; null: none. */
  email: z.string().nullable(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

const KEY = /^[A-Za-z0-9_-]+={0,2}$/

/** A subscription made by the browser. */
export const PushSubscription = z.object({
  endpoint: z.string().max(1000, { error: FIELD.bad_value }),
  /** The browser's public key and secret, base64url. */
  p256dh: z.string().min(80).max(100).regex(KEY),
  auth: z.string().min(20).max(30).regex(KEY),
  shows_text: z.boolean().default(false),
})

export const getNotices = endpoint({
  name: 'getNotices',
  summary: 'О чём и как человека извещают в этом ресторане',
  method: 'GET',
  path: 'help_desk/notices/',
  auth: 'staff',
  answer: NotificationSettings,
  refusals: [],
})

export const saveNotices = endpoint({
  name: 'saveNotices',
  summary: 'Изменить, о чём извещать; чего в запросе нет, остаётся',
  method: 'POST',
  path: 'help_desk/notices/',
  auth: 'staff',
  body: NotificationChoices.partial().extend({ asked: z.literal(true).optional() }),
  answer: NotificationSettings,
  refusals: [],
})

export const subscribeDevice = endpoint({
  name: 'subscribeDevice',
  summary: 'Извещать на этом устройстве: до конца сессии',
  method: 'POST',
  path: 'help_desk/notices/device/',
  auth: 'staff',
  body: PushSubscription,
  /** `owner` comes with every push: the device ignores pushes with another owner. */
  answer: z.object({ owner: Id }),
  refusals: [],
})

export const unsubscribeDevice = endpoint({
  name: 'unsubscribeDevice',
  summary: 'Больше не извещать на этом устройстве',
  method: 'POST',
  path: 'help_desk/notices/device/remove/',
  auth: 'staff',
  answer: z.object({ ok: z.boolean() }),
  refusals: [],
})

/** `on`: notified of everything in the ticket · `off`: of nothing · `auto`: as for the restaurant's other tickets. */
export const Follow = z.enum(['on', 'off', 'auto'])
export type Follow = z.infer<typeof Follow>

export const getFollow = endpoint({
  name: 'getFollow',
  summary: 'Следит ли человек за тикетом',
  method: 'GET',
  path: 'help_desk/tickets/:ticketId/follow/',
  auth: 'staff',
  params: z.object({ ticketId: PathId }),
  answer: z.object({ follow: Follow }),
  refusals: ['not_found'],
})

export const followTicket = endpoint({
  name: 'followTicket',
  summary: 'Следить за тикетом или не беспокоить о нём',
  method: 'POST',
  path: 'help_desk/tickets/:ticketId/follow/',
  auth: 'staff',
  params: z.object({ ticketId: PathId }),
  body: z.object({ follow: Follow }),
  answer: z.object({ follow: Follow }),
  refusals: ['not_found'],
})

export const listUnread = endpoint({
  name: 'listUnread',
  summary: 'Где у человека непрочитанное: рестораны, в которых оно есть',
  method: 'GET',
  path: 'auth/unread/',
  auth: 'person',
  answer: z.object({ restaurants: z.array(z.object({ id: Id, unread: z.number().int() })) }),
  refusals: [],
})

/** The payload of a push for the app's service worker, encrypted for its device. */
export const PushPayload = z.object({
  /** The recipient, as returned by `subscribeDevice`. */
  owner: z.string(),
  /** `account`: sign-in data changed. `read`: read on another device, so its notification is removed. `signal`: from the desk. */
  kind: z.enum(['answer', 'closing', 'handover', 'joining', 'account', 'read', 'signal']),
  /** A later push with the same tag replaces this one. */
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  /** The page to open on a click. */
  path: z.string(),
  /** Identifies the event within its tag, to detect a push sent again after a crash. Absent: an older server. */
  event: z.string().optional(),
  /** Show it without a sound. */
  silent: z.boolean().optional(),
})
export type PushPayload = z.infer<typeof PushPayload>
