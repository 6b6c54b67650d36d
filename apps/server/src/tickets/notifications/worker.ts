import { type Jobs, queue } from '../../background/background.ts'
import { makeGather } from '../../background/gather.ts'
import type { Deps } from '../../deps.ts'
import { makeCatchUp } from '../../live/catch-up.ts'
import { forgetNotifications } from './notifications.sql.ts'
import {
  addNotifications,
  claimNotifications,
  type DueRow,
  dropNotice,
  hasSubscribers,
  LEASE_MS,
  listBehind,
  markReadElsewhere,
  reschedule,
} from './queue.sql.ts'
import { CALM_S, MAIL_AFTER_MS, makeNotificationSender, type NoticeParts } from './send.ts'

const POLL_MS = 1000
const BEHIND_MS = 30_000
const SWEEP_MS = 3_600_000
/** Events within this time are processed together, where notices are not due before the next poll anyway. */
const GATHER_MS = 500
const AT_ONCE = 32
/** Older events make no notices, for example after all servers were down. */
const NEWS_MS = 3_600_000

/** Milliseconds until quiet hours end; 0 outside of them. Arguments in minutes of a day. */
export const quietFor = (minute: number, from: number | null, to: number | null): number => {
  if (from === null || to === null || from === to) return 0
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  return isQuiet ? ((to - minute + 1440) % 1440) * 60_000 : 0
}

/**
 * Notifies people in two steps, each on whichever server comes first: events become notices behind a cursor, each once;
 * notices are taken under a lease and sent. A notice sent again after a crash has the same tag and replaces itself on the
 * device. No write waits for any of this.
 */
export const runNotifications = (deps: Deps, parts: NoticeParts) => {
  const { sql, clock, config, log, background } = deps
  const send = makeNotificationSender(deps, parts)
  const later = (by: number): Date => new Date(clock.now().getTime() + by)

  const { catchUp, idle } = makeCatchUp({
    caller: 'notices',
    log,
    runBatch: async (business_id) => {
      if (background.closing.aborted || !(await hasSubscribers(sql, business_id))) return false
      return addNotifications(sql, business_id, {
        now: clock.now(),
        since: later(-NEWS_MS),
        push_at: later(config.NOTICE_AFTER_SECONDS * 1000),
        mail_at: later(MAIL_AFTER_MS),
        calm: { since: later(-CALM_S * 1000), seconds: CALM_S },
      })
    },
    isWanted: () => !background.closing.aborted,
  })

  const attempt = async (row: DueRow): Promise<void> => {
    if (!row.alive) return dropNotice(sql, row)
    const isRead = !row.unread && (row.message_id !== null || row.handover_id !== null)
    const isMoot = row.kind === 'read' ? row.unread || row.sent_at === null : isRead && row.sent_at === null
    if (isMoot) return dropNotice(sql, row)
    if ((row.kind === 'answer' || row.kind === 'handover') && isRead)
      return markReadElsewhere(sql, row, clock.now())
    const quiet = quietFor(row.minute, row.quiet_from, row.quiet_to)
    if (quiet > 0 && row.kind !== 'read') return reschedule(sql, row, { until: later(quiet), afresh: true })
    if (row.session_id === null) return send.write(row)
    return row.sealed === null ? dropNotice(sql, row) : send.push(row, row.session_id, row.sealed)
  }

  const jobs = {
    notifications: queue({
      ms: POLL_MS,
      caller: 'notices',
      lease_ms: LEASE_MS,
      at_once: AT_ONCE,
      take: (claim) => claimNotifications(sql, { ...claim, latest: later(25 * 3_600_000) }),
      run: attempt,
      idle,
    }),
    'businesses left behind': {
      ms: BEHIND_MS,
      tick_ms: POLL_MS,
      caller: 'notices',
      run: async () => {
        for (const business_id of await listBehind(sql, later(-NEWS_MS))) void catchUp(business_id)
      },
    },
    'old notifications': {
      ms: SWEEP_MS,
      tick_ms: POLL_MS,
      caller: 'notices',
      run: () => forgetNotifications(sql, { now: clock.now(), before: later(-2 * 24 * 3_600_000) }),
    },
  } satisfies Jobs
  const wake = (): void => background.wake('notifications')
  // Notices due only after the next poll need no wake-up of their own: at a busy desk that is a statement per event.
  const rings_soon = config.NOTICE_AFTER_SECONDS * 1000 < POLL_MS
  const gather = makeGather<string>(rings_soon ? 0 : GATHER_MS, (business_ids) => {
    for (const business_id of business_ids) void catchUp(business_id).then(rings_soon ? wake : undefined)
  })

  return {
    jobs,
    wake,
    /** Handles new events of a business. */
    handleEvents: (business_id: string): void => {
      if (!background.closing.aborted) gather(business_id)
    },
  }
}
