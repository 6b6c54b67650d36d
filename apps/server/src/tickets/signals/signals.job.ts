import { SIGNAL_WORDS } from '@podmoga/contract/desk/signal-words'
import type { PushPayload } from '@podmoga/contract/notifications'
import type { Db } from '@podmoga/sql/sql'
import { type Jobs, queue } from '../../background/background.ts'
import { makeGather } from '../../background/gather.ts'
import type { Deps } from '../../deps.ts'
import { makeCatchUp } from '../../live/catch-up.ts'
import type { EditorCall, ReadCalls } from '../../ports/domains/editor-calls.ts'
import type { PushDevice, WebPush } from '../../ports/web-push.ts'
import { SealError } from '../../secrets.ts'
import { pushOnce } from '../notifications/push-once.ts'
import { quietFor } from '../notifications/worker.ts'
import { unsubscribe } from './signals.devices.sql.ts'
import { callEditors, readCalls } from './signals.editors.sql.ts'
import {
  addNobodys,
  addSignals,
  claimSignals,
  forgetSignals,
  isAnybodyCalled,
  listUncalled,
  markCalled,
  type OfMaterial,
  type OfTicket,
  reschedule,
  type SignalRow,
} from './signals.sql.ts'

/** Dependencies from the layers above: encryption, and the installation's own push. */
export interface SignalMeans {
  seal: (text: string, about: string) => Buffer
  open: (sealed: Buffer, about: string) => string
  hash: (text: string) => Buffer
  push: () => Promise<WebPush>
  public_key: () => Promise<string>
}

const CALLER = 'notices'
const POLL_MS = 1000
const BEHIND_MS = 30_000
const NOBODYS_MS = 30_000
const SWEEP_MS = 3_600_000
/** Events within this time are processed together, where signals are not due before the next poll anyway. */
const GATHER_MS = 500
/** Longer than any push. */
const LEASE_MS = 30_000
const AT_ONCE = 32
/** Older events make no signals. */
const NEWS_MS = 3_600_000
/** Retry delay while the keys that something was sealed with are missing. */
const SEALED_RETRY_MS = 600_000
/** How long a push service keeps a signal for a closed browser. */
const KEPT_S = 3600

type Words = Pick<PushPayload, 'title' | 'body' | 'tag' | 'path'>

const ofMaterial = ({ kind, material_id, title, word, amount }: OfMaterial): Words => {
  const tag = `${kind}-${material_id}`
  if (kind === 'due')
    return {
      tag: 'due',
      title: SIGNAL_WORDS.due(amount),
      body: SIGNAL_WORDS.first(title, amount),
      path: '/desk/kb/due',
    }
  const path = amount > 1 ? '/desk/kb/due' : `/desk/kb/${material_id}`
  return { tag, title: word ?? '', body: SIGNAL_WORDS.first(title, amount), path }
}

const wordsOf = (row: SignalRow): Words => (row.material_id !== null ? ofMaterial(row) : ofTicket(row))

const ofTicket = (row: OfTicket & { nobodys_after: number }): Words => {
  const path = `/desk/tickets/${row.ticket_id}`
  const { kind, number, restaurant, ticket_id } = row
  const text = SIGNAL_WORDS.text(row.text)
  const name = row.author ?? restaurant
  const tag = `ticket-${ticket_id}`
  if (kind === 'wrote') return { tag, path, title: SIGNAL_WORDS.wrote(name, number), body: text }
  if (kind === 'given')
    return {
      tag: `given-${ticket_id}`,
      path,
      title: SIGNAL_WORDS.given(number),
      body: SIGNAL_WORDS.of_ticket(number, restaurant, text),
    }
  if (kind === 'mention')
    return { tag: `mention-${ticket_id}`, path, title: SIGNAL_WORDS.mention(name), body: text }
  if (kind === 'soon' || kind === 'late')
    return {
      // A `late` notification replaces the `soon` one.
      tag: `level-${ticket_id}`,
      path,
      title: SIGNAL_WORDS[kind](number),
      body: SIGNAL_WORDS.of_ticket(number, restaurant, text),
    }
  return {
    tag: 'forgotten',
    path,
    title: SIGNAL_WORDS.of_nobody(row.amount, row.nobodys_after),
    body: SIGNAL_WORDS.of_ticket(number, restaurant, text),
  }
}

/**
 * Notifies agents through their browsers, as tickets/notifications does for staff: events become signals behind a cursor,
 * each once; signals are taken under a lease and sent.
 */
export const runSignals = (deps: Deps, { push, open }: SignalMeans) => {
  const { sql, clock, config, log, background } = deps
  const later = (by: number): Date => new Date(clock.now().getTime() + by)
  const due = (): Date => later(config.NOTICE_AFTER_SECONDS * 1000)

  const { catchUp, idle } = makeCatchUp({
    caller: CALLER,
    log,
    runBatch: async (business_id) => {
      if (background.closing.aborted || !(await isAnybodyCalled(sql, business_id))) return false
      return addSignals(sql, business_id, { since: later(-NEWS_MS), due_at: due() })
    },
    isWanted: () => !background.closing.aborted,
  })

  const call = async (row: SignalRow): Promise<void> => {
    const done = () => markCalled(sql, row, clock.now())
    if (!row.alive) return done()
    const isRead = row.amount === 0
    const quiet = quietFor(row.minute, row.quiet_from, row.quiet_to)
    if (quiet > 0 && !isRead) return reschedule(sql, row, { until: later(quiet), afresh: true })
    const payload: PushPayload = {
      owner: row.session_id,
      kind: isRead ? 'read' : 'signal',
      ...wordsOf(row),
      event: row.event,
      silent: !row.sound,
    }
    try {
      const device = JSON.parse(open(row.sealed, `desk push ${row.session_id}`)) as PushDevice
      const about = row.material_id ?? row.ticket_id
      const topic = row.kind === 'nobodys' || row.kind === 'due' ? row.kind : `${row.kind}${about}`
      const how = { ttl: KEPT_S, urgency: isRead ? 'normal' : 'high', topic } as const
      const outcome = await pushOnce({ log, push, ...row }, device, payload, how)
      if (outcome.is === 'gone') return await unsubscribe(sql, row.session_id)
      if (outcome.is === 'later')
        return await reschedule(sql, row, { until: later(outcome.ms), afresh: false })
      return await done()
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      log.error({ err: error, signal_id: row.id }, 'a push waits for the keys it was sealed with')
      return reschedule(sql, row, { until: later(SEALED_RETRY_MS), afresh: true })
    }
  }

  const jobs = {
    signals: queue({
      ms: POLL_MS,
      caller: CALLER,
      lease_ms: LEASE_MS,
      at_once: AT_ONCE,
      take: (claim) => claimSignals(sql, { ...claim, latest: later(25 * 3_600_000) }),
      run: call,
      idle,
    }),
    'signals left behind': {
      ms: BEHIND_MS,
      tick_ms: POLL_MS,
      caller: CALLER,
      run: async () => {
        for (const business_id of await listUncalled(sql, later(-NEWS_MS))) void catchUp(business_id)
      },
    },
    'tickets of nobody': {
      ms: NOBODYS_MS,
      tick_ms: POLL_MS,
      caller: CALLER,
      run: async () => {
        if (await addNobodys(sql, { now: clock.now(), due_at: clock.now() })) background.wake('signals')
      },
    },
    'old signals': {
      ms: SWEEP_MS,
      tick_ms: POLL_MS,
      caller: CALLER,
      run: () => forgetSignals(sql, { now: clock.now(), before: later(-2 * 24 * 3_600_000) }),
    },
  } satisfies Jobs

  // As with notices: signals due only after the next poll need no wake-up of their own.
  const rings_soon = config.NOTICE_AFTER_SECONDS * 1000 < POLL_MS
  const wake = (): void => background.wake('signals')
  const gather = makeGather<string>(rings_soon ? 0 : GATHER_MS, (business_ids) => {
    for (const business_id of business_ids) void catchUp(business_id).then(rings_soon ? wake : undefined)
  })

  return {
    jobs,
    /** Queues signals for these editors' browsers; returns the ids of people who have any. After the transaction, call `wake`. */
    callEditors: (tx: Db, person_ids: readonly string[], signal: EditorCall) =>
      callEditors(tx, person_ids, { ...signal, due_at: clock.now() }),
    /** Withdraws editors' signals about what was read; true if there is anything to send. */
    readCalls: (db: Db, read: ReadCalls) => readCalls(db, { ...read, now: clock.now() }),
    wake,
    /** Handles new events of a business. */
    handleEvents: (business_id: string): void => {
      if (!background.closing.aborted) gather(business_id)
    },
  }
}
