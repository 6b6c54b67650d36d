import type { PushPayload } from '@podmoga/contract/notifications'
import type { Deps } from '../../deps.ts'
import type { Letters } from '../../ports/domains/letters.ts'
import type { PushDevice, WebPush } from '../../ports/web-push.ts'
import { SealError } from '../../secrets.ts'
import { unsubscribe } from './notifications.sql.ts'
import { noticePath, notificationLetter, notificationWords } from './notifications.texts.ts'
import { pushOnce } from './push-once.ts'
import { type DueRow, dropNotice, markSent, reschedule } from './queue.sql.ts'

const LETTER_LIVES_MS = 24 * 3_600_000
/** Retry delay while the keys that something was sealed with are missing. */
const SEALED_RETRY_MS = 600_000
/** How long a push service keeps a notice for an offline phone. */
const KEPT_S = 4 * 3600
/** Pause after a push, and delay before an e-mail. */
export const CALM_S = 60
export const MAIL_AFTER_MS = 5 * 60_000
// Apple cancels subscriptions that get pushes without showing notifications.
const SHOWS_EVERYTHING = /\.push\.apple\.com$/

export interface NoticeParts {
  push: () => Promise<WebPush>
  /** Decrypts a browser's subscription. */
  open: (sealed: Buffer, session_id: string) => PushDevice
  letters: Pick<Letters, 'put' | 'wake'>
}

const payloadOf = (row: DueRow, session_id: string): PushPayload => ({
  owner: session_id,
  kind: row.kind,
  tag: row.ticket_id === null ? `handover-${row.handover_id}` : `ticket-${row.ticket_id}`,
  ...(row.kind === 'read' ? { title: '', body: '' } : notificationWords(row)),
  path: noticePath(row),
  event: row.event_id,
})

/** Sends a notice and stores the outcome. */
export const makeNotificationSender = ({ sql, clock, config, log }: Deps, parts: NoticeParts) => {
  const later = (by: number): Date => new Date(clock.now().getTime() + by)
  const sentNow = (calm_ms: number) => ({ now: clock.now(), next_at: later(calm_ms) })

  const pushed = async (row: DueRow, session_id: string, device: PushDevice): Promise<void> => {
    const isRead = row.kind === 'read'
    const outcome = await pushOnce({ log, push: parts.push, ...row }, device, payloadOf(row, session_id), {
      ttl: isRead ? 60 : KEPT_S,
      urgency: isRead ? 'low' : 'high',
      topic: row.ticket_id === null ? `h${row.handover_id}` : `t${row.ticket_id}`,
    })
    if (outcome.is === 'sent')
      return isRead ? dropNotice(sql, row) : markSent(sql, row, sentNow(CALM_S * 1000))
    if (outcome.is === 'gone') return unsubscribe(sql, session_id)
    if (outcome.is === 'never') return dropNotice(sql, row)
    return reschedule(sql, row, { until: later(outcome.ms), afresh: false })
  }

  return {
    /** To a browser's push service. */
    push: async (row: DueRow, session_id: string, sealed: Buffer): Promise<void> => {
      try {
        const device = parts.open(sealed, session_id)
        if (row.kind === 'read' && SHOWS_EVERYTHING.test(new URL(device.endpoint).hostname))
          return await dropNotice(sql, row)
        return await pushed(row, session_id, device)
      } catch (error) {
        if (!(error instanceof SealError)) throw error
        log.error({ err: error, notice_id: row.id }, 'a push waits for the keys it was sealed with')
        return reschedule(sql, row, { until: later(SEALED_RETRY_MS), afresh: true })
      }
    },

    /** By e-mail, which the outbox sends. */
    write: async (row: DueRow): Promise<void> => {
      const { person_id, email } = row
      if (email === null || row.kind === 'read') return dropNotice(sql, row)
      await sql.begin(async (tx) => {
        await parts.letters.put(
          tx,
          { person_id, email },
          notificationLetter(row, config.public_url),
          later(LETTER_LIVES_MS),
        )
        await markSent(tx, row, sentNow(MAIL_AFTER_MS))
      })
      parts.letters.wake()
    },
  }
}
