import { paths } from '@podmoga/contract/staff-pages'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { DevicesOf } from '../../ports/domains/person-devices.ts'
import { joiningLetter, joiningSms } from '../../profile/letters/joining.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { listRestaurantManagers, type RestaurantManager } from './restaurant-managers.sql.ts'

const LETTER_LIVES_MS = 24 * 3_600_000
const NEWS = { title: 'Новичок ждёт доступа', kind: 'joining' } as const

interface Parts {
  mailQueue: MailQueue
  devicesOf: DevicesOf
  notifyJoining: (db: Db, restaurant_id: string) => Promise<void>
}

interface Asked {
  id: string
  restaurant_id: string
  restaurant: string
  business_id: string
  phone: string
}

/**
 * Notifies people of a join request: the managers that a newcomer is waiting (push, letter if enabled, open pages), and
 * the newcomer, by SMS, of the decision. The returned function sends the notifications after the transaction has
 * committed.
 */
export const makeJoiningNotices = (deps: Deps, parts: Parts) => {
  const { clock, config, settings } = deps
  const { mailQueue, devicesOf, notifyJoining } = parts
  const ends = () => new Date(clock.now().getTime() + LETTER_LIVES_MS)
  const pushTo = (tx: Db, managers: readonly RestaurantManager[]) =>
    Promise.all(managers.map(({ person_id }) => devicesOf(tx, person_id)))

  return {
    waits: async (tx: Db, row: Asked): Promise<() => void> => {
      const managers = await listRestaurantManagers(tx, {
        restaurant_id: row.restaurant_id,
        now: clock.now(),
      })
      const path = paths.home(row.restaurant_id)
      const content = joiningLetter(
        settings.configOf(row.business_id),
        row.restaurant,
        config.public_url + path,
      )
      for (const { person_id, email: to } of managers)
        if (to !== null)
          await mailQueue.put(tx, {
            channel: 'email',
            to,
            person_id,
            content,
            expires_at: ends(),
            waited: false,
          })
      const pushes = await pushTo(
        tx,
        managers.filter(({ is_quiet }) => !is_quiet),
      )
      await notifyJoining(tx, row.restaurant_id)
      return () => {
        mailQueue.wake()
        for (const push of pushes) push({ ...NEWS, tag: `joining-${row.id}`, body: row.restaurant, path })
      }
    },

    ended: async (tx: Db, row: Asked, to: 'admitted' | 'refused'): Promise<() => void> => {
      const managers = await listRestaurantManagers(tx, {
        restaurant_id: row.restaurant_id,
        now: clock.now(),
      })
      const content = joiningSms(settings.configOf(row.business_id), row.restaurant, to)
      const sms = { channel: 'sms', to: row.phone, person_id: null, content } as const
      if (mailQueue.closed('sms') === null)
        await mailQueue.put(tx, { ...sms, expires_at: ends(), waited: false })
      const pushes = await pushTo(tx, managers)
      await notifyJoining(tx, row.restaurant_id)
      return () => {
        mailQueue.wake()
        // Removes the notification from the other managers' devices, since the request is decided.
        for (const push of pushes)
          push({ kind: 'read', tag: `joining-${row.id}`, title: '', body: '', path: '' })
      }
    },
  }
}
export type JoiningNotices = ReturnType<typeof makeJoiningNotices>
