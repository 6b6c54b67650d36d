import type { PushPayload } from '@podmoga/contract/notifications'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { PushDevice, WebPush } from '../../ports/web-push.ts'
import { SealError } from '../../secrets.ts'
import { unsubscribe } from './notifications.sql.ts'
import { noticePath, notificationLetter, notificationWords } from './notifications.texts.ts'
import { type DueRow, dropNotice, markTold, putOff } from './queue.sql.ts'

/** A push is over before the end of access must have ended it: whoever is cut off now is told nothing in five seconds. */
const PUSH_MS = 4000
const LETTER_LIVES_MS = 24 * 3_600_000
const FIRST_RETRY_MS = 5000
const ATTEMPTS = 6
/** What is sealed with keys that are not here waits for them. */
const SEALED_RETRY_MS = 600_000
/** How long a push service keeps a notice for a phone that is off. */
const KEPT_S = 4 * 3600
// Apple ends subscriptions that are told things without showing any.
const SHOWS_EVERYTHING = /\.push\.apple\.com$/

export interface NoticeParts {
  push: () => Promise<WebPush>
  /** Opens what a browser has given. */
  open: (sealed: Buffer, session_id: string) => PushDevice
  /** Writes a letter into the outbox. */
  mail: (
    db: Db,
    to: { person_id: string; email: string },
    about: ReturnType<typeof notificationLetter>,
    expires_at: Date,
  ) => Promise<void>
  /** Letters were written, and their transaction has ended. */
  mailed: () => void
}

type PushAnswer = Awaited<ReturnType<WebPush>>

const payloadOf = (row: DueRow, session_id: string): PushPayload => ({
  owner: session_id,
  kind: row.kind,
  tag: row.ticket_id === null ? `handover-${row.handover_id}` : `ticket-${row.ticket_id}`,
  ...(row.kind === 'read' ? { title: '', body: '' } : notificationWords(row)),
  path: noticePath(row),
  event: row.event_id,
})

/** Takes a notice to its person, and writes what has become of it. */
export const makeNotificationSender = ({ sql, clock, config, log }: Deps, parts: NoticeParts) => {
  const later = (by: number): Date => new Date(clock.now().getTime() + by)

  /** What the service has said, turned into what becomes of the notice. */
  const settle = async (row: DueRow, session_id: string, { status, retry_after }: PushAnswer) => {
    if (status >= 200 && status < 300)
      return row.kind === 'read' ? dropNotice(sql, row) : markTold(sql, row, clock.now())
    // The browser has taken its subscription back.
    if (status === 404 || status === 410) return unsubscribe(sql, session_id)
    log.warn({ notice_id: row.id, status, attempts: row.attempts }, 'a push was not taken')
    const isOver =
      row.attempts >= ATTEMPTS || (status >= 300 && status < 500 && status !== 429 && status !== 408)
    if (isOver) return dropNotice(sql, row)
    const wait = Math.max(FIRST_RETRY_MS * 2 ** (row.attempts - 1), Math.min(retry_after ?? 0, 3600) * 1000)
    return putOff(sql, row, { until: later(wait), afresh: false })
  }

  /** What a push service answers; status 0 where none was reached, null where it must not be asked again. */
  const pushTo = async (device: PushDevice, row: DueRow, session_id: string): Promise<PushAnswer | null> => {
    const isRead = row.kind === 'read'
    try {
      const push = await parts.push()
      return await push(device, JSON.stringify(payloadOf(row, session_id)), {
        ttl: isRead ? 60 : KEPT_S,
        urgency: isRead ? 'low' : 'high',
        topic: row.ticket_id === null ? `h${row.handover_id}` : `t${row.ticket_id}`,
        signal: AbortSignal.timeout(PUSH_MS),
      })
    } catch (error) {
      if (error instanceof SealError) throw error
      const { code, name } = error as { code?: string; name?: string }
      log.warn({ notice_id: row.id, reason: code ?? name }, 'a push service was not reached')
      // A name that leads inside will not do better next time.
      return code === 'INSIDE_ADDRESS' ? null : { status: 0, retry_after: null }
    }
  }

  return {
    /** To a browser's push service. */
    push: async (row: DueRow, session_id: string, sealed: Buffer): Promise<void> => {
      try {
        const device = parts.open(sealed, session_id)
        if (row.kind === 'read' && SHOWS_EVERYTHING.test(new URL(device.endpoint).hostname))
          return await dropNotice(sql, row)
        const answer = await pushTo(device, row, session_id)
        return await (answer === null ? unsubscribe(sql, session_id) : settle(row, session_id, answer))
      } catch (error) {
        if (!(error instanceof SealError)) throw error
        log.error({ err: error, notice_id: row.id }, 'a push waits for the keys it was sealed with')
        return putOff(sql, row, { until: later(SEALED_RETRY_MS), afresh: true })
      }
    },

    /** By a letter, which the outbox sends. */
    write: async (row: DueRow): Promise<void> => {
      const { person_id, email } = row
      if (email === null || row.kind === 'read') return dropNotice(sql, row)
      await sql.begin(async (tx) => {
        await parts.mail(
          tx,
          { person_id, email },
          notificationLetter(row, config.public_url),
          later(LETTER_LIVES_MS),
        )
        await markTold(tx, row, clock.now())
      })
      parts.mailed()
    },
  }
}
