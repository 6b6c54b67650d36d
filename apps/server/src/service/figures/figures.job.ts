import { setTimeout as pause } from 'node:timers/promises'
import type { Sql, TransactionSql } from '@podmoga/sql/sql'
import type { Jobs } from '../../background/background.ts'
import { makeGather, makePace } from '../../background/gather.ts'
import type { Deps } from '../../deps.ts'
import { listNews } from '../levels/clocks.sql.ts'
import { listCounted, type VersionRow } from '../levels/levels.sql.ts'
import { keepVersions, versionsOf } from '../levels/versions.ts'
import { beginChecks, listBehind, listNextIds, lockCursor, markChecked, moveCursor } from './cursor.sql.ts'
import { factsOf, zonesOf } from './facts.rules.ts'
import { keepFacts, listTicketData, rowsOf } from './facts.sql.ts'
import { buildPeriods, mendPeriods } from './figures.build.ts'
import { settleLookups } from './lookups.sql.ts'
import { keepLookups } from './lookups.ts'
import { moveModels } from './periods.sql.ts'

/** Maximum number of events, or of tickets, per transaction. */
const PORTION = 300
/** Maximum number of events read to tell changes made during a batch from errors. */
const LATE = 10_000
const BEHIND_MS = 15_000
/**
 * Events are batched, since counting competes with requests for the machine. Under load the delay grows: counting fifty
 * tickets costs little more than counting one.
 */
const PACE = { least_ms: 500, most_ms: 5000, times: 4, each_ms: 100 }
const HOUR = 3_600_000
/** A single run may walk all tickets of a large business. */
const HUNG_MS = 24 * HOUR

interface Portion {
  /** False: the periods must be built first. */
  is_built: boolean
  has_more: boolean
  is_walking: boolean
  /** Number of wrong tickets found by a check that has just ended; null: no check has ended. */
  has_checked: number | null
}

/** A walk leaves half of the time to other work: it pauses as long as its last batch took, at most so long. */
const REST_MS = 1000

const withPauses = async (runBatch: () => Promise<Portion>): Promise<Portion> => {
  const began = performance.now()
  const portion = await runBatch()
  if (portion.is_walking) await pause(Math.min(performance.now() - began, REST_MS))
  return portion
}

/** Recounts these tickets. Returns those whose facts have changed. */
const count = async (
  tx: TransactionSql,
  {
    business_id,
    ids,
    rows,
    now,
  }: { business_id: string; ids: readonly string[]; rows: VersionRow[]; now: number },
): Promise<string[]> => {
  if (ids.length === 0) return []
  const versions = versionsOf(rows)
  const zones = zonesOf(rows)
  const counted = new Map((await listCounted(tx, ids)).map(({ id, history }) => [id, history]))
  const facts = (await listTicketData(tx, ids)).flatMap((ticket) => {
    const history = counted.get(ticket.id)
    return history === undefined
      ? []
      : rowsOf(business_id, ticket, factsOf(history, ticket, { versions, zones, now }))
  })
  return keepFacts(tx, ids, facts)
}

/** Starts checks at night (21:00 UTC), or at any hour if the last one ended more than two days ago. */
const beginNightly = (sql: Sql, now: Date): Promise<void> => {
  const is_night = now.getUTCHours() === 21
  return beginChecks(sql, { now, since: new Date(now.getTime() - (is_night ? 20 : 48) * HOUR) })
}

/** Ends a check: corrects wrong periods, and logs an error if any, or any of the tickets, were wrong. */
const mend = async (deps: Deps, business_id: string, tickets: number): Promise<void> => {
  const sums = await mendPeriods(deps, business_id)
  if (tickets + sums.length > 0)
    deps.log.error({ business_id, tickets, sums }, 'figures differed from a full count and were corrected')
}

/**
 * Keeps the sums that figures are read from. Recounts tickets that have events, with a cursor for each business; walks all
 * tickets once at first, and again each night to check the sums against a full count. No request waits for any of it.
 */
export const keepFigures = (deps: Deps) => {
  const { sql, clock, background, settings } = deps
  const pending = new Set<string>()
  const { recordSearch, idle } = keepLookups(deps)
  const pace = makePace(PACE)
  const gather = makeGather<string>(pace.ms, () => background.wake('figures'))

  const runBatch = (business_id: string): Promise<Portion> =>
    sql.begin(async (tx) => {
      const now = clock.now().getTime()
      const cursor = await lockCursor(tx, business_id)
      if (!cursor.is_built) return { is_built: false, has_more: true, is_walking: false, has_checked: null }
      const rows = await keepVersions(tx, { settings, clock }, business_id)
      const news = await listNews(tx, { business_id, after: cursor.seen, limit: PORTION })
      await count(tx, { business_id, ids: news.ids_beside_asking, rows, now })
      const moved_to = news.last ?? cursor.seen
      const from = cursor.walked_to
      const walked = from === null ? [] : await listNextIds(tx, { business_id, after: from, limit: PORTION })
      const otherwise = await count(tx, { business_id, ids: walked, rows, now })
      // Differences by events that came after the events were read are not errors.
      const late =
        otherwise.length === 0 ? [] : (await listNews(tx, { business_id, after: moved_to, limit: LATE })).ids
      const wrong = otherwise.filter((id) => !late.includes(id)).length
      const is_through = walked.length < PORTION
      const walked_to = is_through ? null : (walked.at(-1) ?? null)
      const moved = { walked_to, is_check: cursor.is_check && !is_through, wrong: cursor.wrong + wrong }
      await moveCursor(tx, business_id, { seen: moved_to, ...moved })
      const has_ended = from !== null && is_through
      if (has_ended) await markChecked(tx, business_id, clock.now())
      return {
        is_built: true,
        has_more: news.is_full || !is_through,
        is_walking: !is_through,
        has_checked: has_ended && cursor.is_check ? moved.wrong : null,
      }
    })

  const countAll = async (business_ids: readonly string[]): Promise<void> => {
    for (const business_id of business_ids) {
      for (let has_more = true; has_more && !background.closing.aborted; ) {
        const portion = await withPauses(() => runBatch(business_id))
        has_more = portion.has_more
        if (!portion.is_built) await buildPeriods(deps, business_id)
        if (portion.has_checked !== null) await mend(deps, business_id, portion.has_checked)
      }
    }
  }

  return {
    recordSearch,
    /** Called when a business has new events. */
    handleEvents: (business_id: string): void => {
      if (background.closing.aborted) return
      pending.add(business_id)
      gather(business_id)
    },
    jobs: {
      figures: {
        ms: BEHIND_MS,
        hung_ms: HUNG_MS,
        caller: 'figures',
        run: async () => {
          const businesses = [...pending]
          pending.clear()
          await pace.timed(() => countAll(businesses))
        },
      },
      'figures left behind': {
        ms: BEHIND_MS,
        at_start: true,
        hung_ms: HUNG_MS,
        caller: 'figures',
        run: async () => {
          await moveModels(sql)
          await countAll(await listBehind(sql))
        },
      },
      'figures settled': {
        ms: 60_000,
        at_start: true,
        caller: 'figures',
        idle,
        run: () => settleLookups(sql, clock.now()),
      },
      'figures checked': {
        ms: HOUR,
        caller: 'figures',
        run: () => beginNightly(sql, clock.now()),
      },
    } satisfies Jobs,
  }
}
