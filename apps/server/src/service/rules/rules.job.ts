import type { Rule } from '@podmoga/contract/desk/rules'
import type { Jobs } from '../../background/background.ts'
import { makeGather } from '../../background/gather.ts'
import type { Deps } from '../../deps.ts'
import { makeCatchUp } from '../../live/catch-up.ts'
import type { PerformActs } from '../../ports/domains/ticket-acts.ts'
import type { KeptRule } from './rules.rules.ts'
import { makeRuleRunner, type RuleEvent, type RuleHolder } from './rules.runner.ts'
import {
  type EventRow,
  endLease,
  leaseEvents,
  listEventRows,
  listUnhandled,
  listWaitingAmong,
  type TakenSet,
} from './rules.sql.ts'
import { makeWaits, onWaiting, runnable } from './rules.waits.ts'

/** Events per batch. */
const PORTION = 200
/** Events are batched for this time; under load for the longer one, so that rules do not slow down replies. */
const GATHER_MS = 150
const GATHER_BUSY_MS = 600
const LEASE_MS = 60_000
const BEHIND_MS = 15_000
const WAITS_MS = 5000
const LONG_AGO = new Date(0).toISOString()

const ruleEventsOf = (row: EventRow): RuleEvent[] => {
  const { ticket_id, message_id, at, level } = row
  const say = (when: Rule['when'], about: string | null): RuleEvent[] => [
    { when, about, ticket_id, message_id, at },
  ]
  if (level === 'soon' || level === 'late') return say(level, null)
  if (row.is_rating) return say('rated', `rated ${at.toISOString()}`)
  if (message_id === null || row.is_automatic) return []
  if (row.from_support) return say('answered', `answered ${message_id}`)
  return row.position === 1 ? say('created', 'created') : say('wrote', `wrote ${message_id}`)
}

/** Returns the rules that are on. If `on_since` is in the future, the clock was set back: events past the cursor count as new. */
const onSince = (rules: readonly KeptRule[], now: Date): KeptRule[] =>
  rules
    .filter(({ is_on }) => is_on)
    .map((rule) => (Date.parse(rule.on_since) > now.getTime() ? { ...rule, on_since: LONG_AGO } : rule))

/** Runs rules in the background, after the events that fire them, so that no request waits for them. */
export const keepRules = (deps: Deps, performActs: PerformActs) => {
  const { sql, clock, log, background } = deps
  const { fireRules, pickOut } = makeRuleRunner(deps, performActs)
  const { fireOnWaits, pollWaits } = makeWaits(deps, fireRules)

  /** Fires rules on events, in order; calls `moved` with the id of each handled event. */
  const handleRows = async (
    taken: TakenSet & { business_id: string },
    rows: readonly EventRow[],
    moved: (seen: string) => void,
  ): Promise<void> => {
    const on = { ...taken, rules: onSince(taken.rules, clock.now()) }
    // References of the rules are checked lazily, once an event may fire one.
    let holder: RuleHolder | undefined
    const ready = async (): Promise<RuleHolder> => {
      holder ??= { ...on, rules: await runnable(sql, on.business_id, on.rules) }
      return holder
    }
    const batch = rows.map((row) => ({ id: row.id, events: ruleEventsOf(row) }))
    const open = await pickOut(
      on,
      batch.flatMap(({ events }) => events),
    )
    const changed = new Set<string>()
    for (const { id, events } of batch) {
      if (background.closing.aborted) return
      for (const event of events) {
        const { ticket_id } = event
        // A rule may have changed the ticket since `pickOut`, so that another now matches.
        if (!open.has(event) && !changed.has(ticket_id)) continue
        if (await fireRules(await ready(), event)) changed.add(ticket_id)
      }
      moved(id)
    }
    // A ticket that was snoozed or merged may already have waited long enough.
    if (onWaiting(on.rules).length === 0) return
    const ids = rows.flatMap(({ kind, ticket_id }) => (kind === 'ticket' ? [ticket_id] : []))
    const waits = ids.length === 0 ? [] : await listWaitingAmong(sql, [...new Set(ids)])
    if (waits.length === 0) return
    const set = await ready()
    await fireOnWaits(set, onWaiting(set.rules), waits)
  }

  const runBatch = async (business_id: string): Promise<boolean> => {
    const now = clock.now()
    const taken = await leaseEvents(sql, { business_id, now, until: new Date(now.getTime() + LEASE_MS) })
    if (taken === undefined) return false
    let { seen } = taken
    try {
      const rows = await listEventRows(sql, { business_id, after: seen, limit: PORTION })
      await handleRows({ ...taken, business_id }, rows, (id) => {
        seen = id
      })
      return rows.length === PORTION && !background.closing.aborted
    } finally {
      await endLease(sql, business_id, seen)
    }
  }

  const { catchUp, idle } = makeCatchUp({
    caller: 'rules',
    log,
    runBatch: async (business_id) => !background.closing.aborted && (await runBatch(business_id)),
    isWanted: () => !background.closing.aborted,
  })
  let last_batch_at = Number.NEGATIVE_INFINITY
  const gather = makeGather<string>(
    () => Math.max(GATHER_MS, last_batch_at + GATHER_BUSY_MS - performance.now()),
    (businesses) => {
      last_batch_at = performance.now()
      for (const one of businesses) void catchUp(one)
    },
  )
  const handleEvents = (business_id: string): void => {
    if (!background.closing.aborted) gather(business_id)
  }

  const jobs = {
    'rules on waiting': { ms: WAITS_MS, caller: 'rules', idle, run: pollWaits },
    'rules left behind': {
      ms: BEHIND_MS,
      at_start: true,
      caller: 'rules',
      run: async () => {
        for (const business_id of await listUnhandled(sql)) handleEvents(business_id)
      },
    },
  } satisfies Jobs
  return { handleEvents, jobs }
}
