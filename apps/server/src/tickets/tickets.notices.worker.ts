import type { PushPayload } from '@podmoga/contract/notices'
import type { FastifyInstance } from 'fastify'
import { asCaller } from '../db/caller.ts'
import type { Db } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { makePump } from '../http/stream-rooms.ts'
import type { PushDevice, WebPush } from '../ports/web-push.ts'
import {
  addNotices,
  claimNotices,
  type DueRow,
  dropNotice,
  isAnybodyTold,
  listBehind,
  markTold,
  putOff,
  turnRead,
} from './tickets.notices.queue.sql.ts'
import { forgetNotices, unsubscribe } from './tickets.notices.sql.ts'
import { noticeLetter, noticeWords } from './tickets.notices.texts.ts'
import { forgetShifts } from './tickets.shifts.sql.ts'

/** A push is over before the end of access must have ended it: whoever is cut off now is told nothing in five seconds. */
const PUSH_MS = 4000
/** Longer than any attempt: who has not told the outcome by then is dead. */
const LEASE_MS = 30_000
const POLL_MS = 1000
const BEHIND_MS = 30_000
const SWEEP_MS = 3_600_000
const AT_ONCE = 32
/** Who was on shift, and what was accepted, is nobody's business after that. */
const SHIFTS_KEPT_MS = 90 * 24 * 3_600_000
/** Older news ring no more: nobody was told while every server was down. */
const NEWS_MS = 3_600_000
const CALM_S = 60
const MAIL_AFTER_MS = 5 * 60_000
const LETTER_LIVES_MS = 24 * 3_600_000
const FIRST_RETRY_MS = 5000
const ATTEMPTS = 6
/** How long a push service keeps a notice for a phone that is off. */
const KEPT_S = 4 * 3600
// Apple ends subscriptions that are told things without showing any.
const SHOWS_EVERYTHING = /\.push\.apple\.com$/

export interface NoticeParts {
  push: () => Promise<WebPush>
  /** Opens what a browser has given. */
  open: (sealed: Buffer, session_id: string) => PushDevice
  /** Writes a letter into the outbox. */
  mail: (db: Db, to: string, about: ReturnType<typeof noticeLetter>, expires_at: Date) => Promise<void>
  /** Letters were written, and their transaction has ended. */
  mailed: () => void
}

/** Milliseconds until nothing is quiet any more; 0 when it is not. All in minutes of a day. */
export const quietFor = (minute: number, from: number | null, to: number | null): number => {
  if (from === null || to === null || from === to) return 0
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  return isQuiet ? ((to - minute + 1440) % 1440) * 60_000 : 0
}

/**
 * Tells people what has happened. Two steps, each by whichever server comes first: events become notices behind a cursor,
 * each once; notices are taken with a lease and sent, so that a crash in between has one sent again under the same tag,
 * where it takes its own place. No write waits for any of it.
 */
export const runNotices = (app: FastifyInstance, deps: Deps, parts: NoticeParts) => {
  const { sql, clock, config, log } = deps
  let stopped = false
  let running: Promise<void> | null = null
  let again = false
  let swept_at = 0
  let looked_at = 0
  const later = (by: number): Date => new Date(clock.now().getTime() + by)

  const { pump, idle } = makePump({
    caller: 'notices',
    log,
    turn: async (business_id) => {
      if (stopped || !(await isAnybodyTold(sql, business_id))) return false
      return addNotices(sql, business_id, {
        now: clock.now(),
        since: later(-NEWS_MS),
        push_at: later(config.NOTICE_AFTER_SECONDS * 1000),
        mail_at: later(MAIL_AFTER_MS),
        calm: { since: later(-CALM_S * 1000), seconds: CALM_S },
      })
    },
    isWanted: () => !stopped,
  })

  const payloadOf = (row: DueRow, session_id: string): PushPayload => ({
    owner: session_id,
    kind: row.kind,
    tag: row.ticket_id === null ? `handover-${row.handover_id}` : `ticket-${row.ticket_id}`,
    ...(row.kind === 'read' ? { title: '', body: '' } : noticeWords(row)),
    path: `/${row.restaurant_id}/${row.ticket_id === null ? 'shift' : `tickets/${row.ticket_id}`}`,
  })

  /** What the service has said, turned into what becomes of the notice. */
  const settle = async (row: DueRow, session_id: string, status: number, retry_after: number | null) => {
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

  const tell = async (row: DueRow, session_id: string, sealed: Buffer): Promise<void> => {
    let device: PushDevice
    try {
      device = parts.open(sealed, session_id)
    } catch {
      // Sealed with keys that this installation has no more.
      return unsubscribe(sql, session_id)
    }
    if (row.kind === 'read' && SHOWS_EVERYTHING.test(new URL(device.endpoint).hostname))
      return dropNotice(sql, row)
    let answer = { status: 0, retry_after: null as number | null }
    try {
      const push = await parts.push()
      answer = await push(device, JSON.stringify(payloadOf(row, session_id)), {
        ttl: row.kind === 'read' ? 60 : KEPT_S,
        urgency: row.kind === 'read' ? 'low' : 'high',
        topic: row.ticket_id === null ? `h${row.handover_id}` : `t${row.ticket_id}`,
        signal: AbortSignal.timeout(PUSH_MS),
      })
    } catch (error) {
      const { code, name } = error as { code?: string; name?: string }
      log.warn({ notice_id: row.id, reason: code ?? name }, 'a push service was not reached')
      // A name that leads inside will not do better next time.
      if (code === 'INSIDE_ADDRESS') return unsubscribe(sql, session_id)
    }
    return settle(row, session_id, answer.status, answer.retry_after)
  }

  const write = async (row: DueRow): Promise<void> => {
    const { email } = row
    if (email === null || row.kind === 'read') return dropNotice(sql, row)
    await sql.begin(async (tx) => {
      await parts.mail(tx, email, noticeLetter(row, config.public_url), later(LETTER_LIVES_MS))
      await markTold(tx, row, clock.now())
    })
    parts.mailed()
  }

  const attempt = async (row: DueRow): Promise<void> => {
    if (!row.alive) return dropNotice(sql, row)
    const isRead = !row.unread && (row.message_id !== null || row.handover_id !== null)
    if (row.kind === 'read' ? row.unread : isRead && row.sent_at === null) return dropNotice(sql, row)
    if ((row.kind === 'answer' || row.kind === 'handover') && isRead) return turnRead(sql, row, clock.now())
    const quiet = quietFor(row.minute, row.quiet_from, row.quiet_to)
    if (quiet > 0 && row.kind !== 'read') return putOff(sql, row, { until: later(quiet), afresh: true })
    if (row.session_id === null) return write(row)
    return row.sealed === null ? dropNotice(sql, row) : tell(row, row.session_id, row.sealed)
  }

  const work = async (): Promise<void> => {
    do {
      again = false
      const now = clock.now()
      const claim = { now, latest: later(25 * 3_600_000), lease_until: later(LEASE_MS), limit: AT_ONCE }
      const due = await claimNotices(sql, claim)
      const outcomes = await Promise.allSettled(due.map(attempt))
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      if (due.length === AT_ONCE) again = true
      if (Math.abs(now.getTime() - looked_at) >= BEHIND_MS) {
        looked_at = now.getTime()
        for (const business_id of await listBehind(sql, later(-NEWS_MS))) void pump(business_id)
      }
      if (Math.abs(now.getTime() - swept_at) >= SWEEP_MS) {
        swept_at = now.getTime()
        await forgetNotices(sql, { now, before: later(-2 * 24 * 3_600_000) })
        await forgetShifts(sql, later(-SHIFTS_KEPT_MS))
      }
    } while (again && !stopped)
  }
  const wake = (): void => {
    if (stopped) return
    again = true
    running ??= asCaller('notices', work)
      .catch((error: unknown) => log.warn({ err: error }, 'notices wait for the database'))
      .finally(() => {
        running = null
      })
  }

  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(wake, POLL_MS).unref()
  })
  app.addHook('preClose', async () => {
    stopped = true
    clearInterval(timer)
    await Promise.all([running, idle()])
  })

  return {
    wake,
    /** A business has news. */
    hear: (business_id: string): void => {
      if (!stopped) void pump(business_id).then(wake)
    },
  }
}
