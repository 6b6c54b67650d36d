import { FIELD } from '@podmoga/contract/fields/field-texts'
import * as calls from '@podmoga/contract/notifications'
import type { Db } from '@podmoga/sql/sql'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Deps } from '../../deps.ts'
import type { Staff } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { isCallable } from '../../ports/outside-address.ts'
import { checkPushKeys, makeWebPush, type PushDevice, publicKeyOf } from '../../ports/web-push.ts'
import { makeDevicesOf } from './account.ts'
import {
  findChoices,
  findFollow,
  keepKey,
  listUnreadRows,
  saveChoices,
  setFollow,
  subscribe,
  unsubscribe,
} from './notifications.sql.ts'
import type { NoticeParts } from './send.ts'
import { runNotifications } from './worker.ts'

/** Dependencies from the layers above: encryption of secrets, and mail. */
export interface NotificationMeans extends Pick<NoticeParts, 'letters'> {
  seal: (text: string, about: string) => Buffer
  open: (sealed: Buffer, about: string) => string
  hash: (text: string) => Buffer
  /** Records that the person has accepted or declined notifications. */
  markAsked: (db: Db, person_id: string, now: Date) => Promise<void>
}

const OUTSIDE = 'Вход на этом устройстве ведёт другая система: уведомления здесь не включить.'
const KEY = 'vapid'

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export const originsOf = (list: string): string[] =>
  list
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean)

/** The installation's own key for push services: created once, by whichever server comes first. */
const makeKey = ({ sql, clock, config, is_quiet }: Deps, { seal, open }: NotificationMeans) => {
  let known: Promise<JWK> | undefined
  const read = async (): Promise<JWK> => {
    const make = async () => {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true })
      return seal(JSON.stringify(await exportJWK(privateKey)), KEY)
    }
    return JSON.parse(open(await keepKey(sql, { name: KEY, make, now: clock.now() }), KEY)) as JWK
  }
  const key = (): Promise<JWK> => {
    known ??= read().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  const signing = async () => {
    if (is_quiet === true) throw new Error('A restored copy sends no push.')
    const vapid = { key: await key(), subject: `mailto:${config.SUPPORT_EMAIL}` }
    return makeWebPush(vapid, originsOf(config.PUSH_ORIGINS))
  }
  let push: ReturnType<typeof signing> | undefined
  return {
    key,
    push: () => {
      push ??= signing().catch((error: unknown) => {
        push = undefined
        throw error
      })
      return push
    },
  }
}

/** Notifications for people without an open page. Returns the jobs, the handler of events, and the senders. */
export const notificationRoutes = (on: On, deps: Deps, means: NotificationMeans) => {
  const { sql, clock, config, rates } = deps
  const own = makeKey(deps, means)
  const about = (session_id: string) => `push ${session_id}`

  const answer = async (who: Staff) => {
    const { asked, email, shows_text, quiet_from, quiet_to, ...choices } = await findChoices(sql, who)
    const quiet =
      quiet_from === null || quiet_to === null ? null : { from: timeOf(quiet_from), to: timeOf(quiet_to) }
    return {
      choices: { ...choices, quiet },
      public_key: publicKeyOf(await own.key()),
      asked,
      device: shows_text === null ? null : { shows_text },
      email,
    }
  }

  on(calls.getNotices, ({ who }) => answer(who))

  on(calls.saveNotices, async ({ who, body }) => {
    const { asked, quiet, ...chosen } = body
    const now = clock.now()
    if (asked === true) await means.markAsked(sql, who.person_id, now)
    const before = await findChoices(sql, who)
    if (chosen.by_mail === true && before.email === null)
      throw refuse('invalid', { fields: { by_mail: 'Сначала подтвердите почту в профиле' } })
    const hours =
      quiet === undefined
        ? {}
        : quiet === null
          ? { quiet_from: null, quiet_to: null }
          : { quiet_from: minutesOf(quiet.from), quiet_to: minutesOf(quiet.to) }
    if (Object.keys(chosen).length > 0 || quiet !== undefined)
      await saveChoices(sql, who, { ...before, ...chosen, ...hours }, now)
    return answer(who)
  })

  on(calls.subscribeDevice, async ({ who, body }) => {
    const { person_id, session_id } = who
    if (session_id === null) throw refuse('forbidden', { message: OUTSIDE })
    const { shows_text, ...device } = body
    await rates.take('push subscriptions', person_id, 20, 3600)
    if (!isCallable(device.endpoint, originsOf(config.PUSH_ORIGINS)))
      throw refuse('invalid', { fields: { endpoint: FIELD.bad_value } })
    try {
      checkPushKeys(device)
    } catch {
      throw refuse('invalid', { fields: { p256dh: FIELD.bad_value } })
    }
    const now = clock.now()
    const sealed = means.seal(JSON.stringify(device), about(session_id))
    const endpoint_hash = means.hash(device.endpoint)
    await subscribe(sql, { session_id, person_id, endpoint_hash, sealed, shows_text, now })
    await means.markAsked(sql, person_id, now)
    return { owner: session_id }
  })

  on(calls.unsubscribeDevice, async ({ who }) => {
    if (who.session_id !== null) await unsubscribe(sql, who.session_id)
    return { ok: true }
  })

  const followOf = async (where: { who: Staff; ticketId: string }) => {
    const { person_id, restaurant_id } = where.who
    const row = await findFollow(sql, { person_id, restaurant_id, ticket_id: rowId(where.ticketId) })
    if (row === undefined) throw refuse('not_found')
    return { follow: row.follows === null ? 'auto' : row.follows ? 'on' : 'off' } as const
  }
  on(calls.getFollow, ({ who, params }) => followOf({ who, ticketId: params.ticketId }))
  on(calls.followTicket, async ({ who, params, body: { follow } }) => {
    const { ticketId } = params
    await followOf({ who, ticketId })
    const follows = follow === 'auto' ? null : follow === 'on'
    await setFollow(sql, { ticket_id: rowId(ticketId), person_id: who.person_id, follows })
    return { follow }
  })

  on(calls.listUnread, async ({ who }) => ({ restaurants: await listUnreadRows(sql, who.person_id) }))

  const parts: NoticeParts = {
    push: own.push,
    open: (sealed, session_id) => JSON.parse(means.open(sealed, about(session_id))) as PushDevice,
    letters: means.letters,
  }
  return {
    ...runNotifications(deps, parts),
    devicesOf: makeDevicesOf(deps, parts),
    /** The installation's own push, for other modules that notify browsers. */
    installation: { push: own.push, public_key: async () => publicKeyOf(await own.key()) },
  }
}
export type Notifications = ReturnType<typeof notificationRoutes>
