import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIELD } from './fields/field-texts.ts'
import { Id, PathId } from './fields/fields.ts'

const Minute = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: FIELD.bad_value })

/** When nothing rings, by the restaurant's clock; over midnight when it begins later than it ends. */
export const QuietHours = z.object({ from: Minute, to: Minute })
export type QuietHours = z.infer<typeof QuietHours>

/** What one person wants to be told of one restaurant. */
export const NotificationChoices = z.object({
  /** Support has answered. */
  answers: z.boolean(),
  /** Support has closed a ticket. */
  closings: z.boolean(),
  /** A colleague has handed their shift over. */
  handovers: z.boolean(),
  /** Of every ticket of the restaurant; false: of those that the person writes in or follows. */
  all_tickets: z.boolean(),
  /** By a letter too, when nothing has been read for some minutes. */
  by_mail: z.boolean(),
  quiet: QuietHours.nullable(),
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const NotificationSettings = z.object({
  choices: NotificationChoices,
  /** The installation's key for `pushManager.subscribe`, base64url of the uncompressed point. */
  public_key: z.string(),
  /** Whether the person has already said yes or no to notices: they are not asked again. */
  asked: z.boolean(),
  /** Whether the device that asks is subscribed, and whether it shows what support has written. */
  device: z.object({ shows_text: z.boolean() }).nullable(),
  /** The confirmed address to which letters would go; null: there is none. */
  email: z.string().nullable(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

const KEY = /^[A-Za-z0-9_-]+={0,2}$/

/** What a browser gives for a subscription. */
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
  /** `owner` comes with every push: the device shows those of nobody else. */
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

/** `on`: told of everything in it · `off`: of nothing · `auto`: as of the restaurant's other tickets. */
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

/** What a push carries to the worker of the app, encrypted for its device alone. */
export const PushPayload = z.object({
  /** Whose it is, as `subscribeDevice` has answered. */
  owner: z.string(),
  /** `account`: somebody's way in was changed. `read`: it was read on another device, and its notice goes. `signal`: of the desk. */
  kind: z.enum(['answer', 'closing', 'handover', 'joining', 'account', 'read', 'signal']),
  /** A later one with the same tag takes its place. */
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  /** The page that it opens. */
  path: z.string(),
  /** Which news it is, under its tag: what is sent again after a crash is known by it. Absent: an older server. */
  event: z.string().optional(),
  /** `true`: it is shown without a sound. */
  silent: z.boolean().optional(),
})
export type PushPayload = z.infer<typeof PushPayload>
