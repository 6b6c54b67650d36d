import { setTimeout as pause } from 'node:timers/promises'
import type { Rule } from '@podmoga/contract/desk/rules'
import type { Jobs } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import { makeCatchUp } from '../../live/catch-up.ts'
import type { PerformActs } from '../../ports/ticket-acts.ts'
import { type Happening, makeHearOne } from './rules.hear.ts'
import {
  type EventRow,
  endLease,
  leaseEvents,
  listEventRows,
  listUnheard,
  listWaitingAmong,
} from './rules.sql.ts'
import { makeWaits, onWaiting, runnable } from './rules.waits.ts'

/** Events that are looked at together. */
const PORTION = 200
/** What happens within this time is looked at together. */
const GATHER_MS = 150
const LEASE_MS = 60_000
const BEHIND_MS = 15_000
const WAITS_MS = 5000

const happeningsOf = (row: EventRow): Happening[] => {
  const { ticket_id, message_id, at, level } = row
  const say = (when: Rule['when'], about: string | null): Happening[] => [
    { when, about, ticket_id, message_id, at },
  ]
  if (level === 'soon' || level === 'late') return say(level, null)
  if (row.is_rating) return say('rated', `rated ${at.toISOString()}`)
  if (message_id === null || row.is_automatic) return []
  if (row.from_support) return say('answered', `answered ${message_id}`)
  return row.position === 1 ? say('created', 'created') : say('wrote', `wrote ${message_id}`)
}

/**
 * Runs the rules of businesses behind their events: whoever writes, answers or rates waits for none of it.
 */
export const keepRules = (deps: Deps, performActs: PerformActs) => {
  const { sql, clock, log, background } = deps
  const hearOne = makeHearOne(deps, performActs)
  const { hearWaits, lookForWaits } = makeWaits(deps, hearOne)

  const turn = async (business_id: string): Promise<boolean> => {
    const now = clock.now()
    const taken = await leaseEvents(sql, { business_id, now, until: new Date(now.getTime() + LEASE_MS) })
    if (taken === undefined) return false
    let { seen } = taken
    try {
      const rows = await listEventRows(sql, { business_id, after: seen, limit: PORTION })
      if (rows.length === 0) return false
      const set = {
        business_id,
        author_id: taken.author_id,
        rules: await runnable(sql, business_id, taken.rules),
      }
      for (const row of rows) {
        if (background.closing.aborted) return false
        for (const happening of happeningsOf(row)) await hearOne(set, happening)
        seen = row.id
      }
      // One that was put off, or became another by a merge, may have waited long enough already.
      const waits = onWaiting(set.rules)
      if (waits.length > 0) {
        const ids = rows.flatMap(({ kind, ticket_id }) => (kind === 'ticket' ? [ticket_id] : []))
        await hearWaits(set, waits, await listWaitingAmong(sql, [...new Set(ids)]))
      }
      return rows.length === PORTION
    } finally {
      await endLease(sql, business_id, seen)
    }
  }

  const { catchUp, idle } = makeCatchUp({
    caller: 'rules',
    log,
    tellBatch: async (business_id) => !background.closing.aborted && (await turn(business_id)),
    isWanted: () => !background.closing.aborted,
  })
  const waiting = new Set<string>()
  const hear = (business_id: string): void => {
    if (background.closing.aborted) return
    waiting.add(business_id)
    if (waiting.size > 1) return
    void pause(GATHER_MS, undefined, { ref: false }).then(() => {
      const businesses = [...waiting]
      waiting.clear()
      for (const one of businesses) void catchUp(one)
    })
  }

  const jobs = {
    'rules on waiting': { ms: WAITS_MS, caller: 'rules', idle, run: lookForWaits },
    'rules left behind': {
      ms: BEHIND_MS,
      at_start: true,
      caller: 'rules',
      run: async () => {
        for (const business_id of await listUnheard(sql)) hear(business_id)
      },
    },
  } satisfies Jobs
  return { hear, jobs }
}
