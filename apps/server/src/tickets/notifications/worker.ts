import type { FastifyInstance } from 'fastify'
import { asCaller } from '../../db/caller.ts'
import type { Deps } from '../../deps.ts'
import { makeCatchUp } from '../../live/catch-up.ts'
import { forgetShifts } from '../shifts/shifts.sql.ts'
import { forgetNotifications } from './notifications.sql.ts'
import {
  addNotifications,
  claimNotifications,
  type DueRow,
  dropNotice,
  isAnybodyTold,
  listBehind,
  putOff,
  turnRead,
} from './queue.sql.ts'
import { makeNotificationSender, type NoticeParts } from './send.ts'

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
export const runNotifications = (app: FastifyInstance, deps: Deps, parts: NoticeParts) => {
  const { sql, clock, config, log } = deps
  const send = makeNotificationSender(deps, parts)
  let stopped = false
  let running: Promise<void> | null = null
  let again = false
  let swept_at = 0
  let looked_at = 0
  const later = (by: number): Date => new Date(clock.now().getTime() + by)

  const { catchUp, idle } = makeCatchUp({
    caller: 'notices',
    log,
    turn: async (business_id) => {
      if (stopped || !(await isAnybodyTold(sql, business_id))) return false
      return addNotifications(sql, business_id, {
        now: clock.now(),
        since: later(-NEWS_MS),
        push_at: later(config.NOTICE_AFTER_SECONDS * 1000),
        mail_at: later(MAIL_AFTER_MS),
        calm: { since: later(-CALM_S * 1000), seconds: CALM_S },
      })
    },
    isWanted: () => !stopped,
  })

  const attempt = async (row: DueRow): Promise<void> => {
    if (!row.alive) return dropNotice(sql, row)
    const isRead = !row.unread && (row.message_id !== null || row.handover_id !== null)
    if (row.kind === 'read' ? row.unread : isRead && row.sent_at === null) return dropNotice(sql, row)
    if ((row.kind === 'answer' || row.kind === 'handover') && isRead) return turnRead(sql, row, clock.now())
    const quiet = quietFor(row.minute, row.quiet_from, row.quiet_to)
    if (quiet > 0 && row.kind !== 'read') return putOff(sql, row, { until: later(quiet), afresh: true })
    if (row.session_id === null) return send.write(row)
    return row.sealed === null ? dropNotice(sql, row) : send.push(row, row.session_id, row.sealed)
  }

  /** What is done now and then: businesses that lag behind are looked for, and what is old is forgotten. */
  const tidy = async (now: Date): Promise<void> => {
    if (Math.abs(now.getTime() - looked_at) >= BEHIND_MS) {
      looked_at = now.getTime()
      for (const business_id of await listBehind(sql, later(-NEWS_MS))) void catchUp(business_id)
    }
    if (Math.abs(now.getTime() - swept_at) >= SWEEP_MS) {
      swept_at = now.getTime()
      await forgetNotifications(sql, { now, before: later(-2 * 24 * 3_600_000) })
      await forgetShifts(sql, later(-SHIFTS_KEPT_MS))
    }
  }

  const work = async (): Promise<void> => {
    do {
      again = false
      const now = clock.now()
      const claim = { now, latest: later(25 * 3_600_000), lease_until: later(LEASE_MS), limit: AT_ONCE }
      const due = await claimNotifications(sql, claim)
      const outcomes = await Promise.allSettled(due.map(attempt))
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      if (due.length === AT_ONCE) again = true
      await tidy(now)
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
      if (!stopped) void catchUp(business_id).then(wake)
    },
  }
}
