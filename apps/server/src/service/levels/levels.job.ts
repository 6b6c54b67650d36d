import type { DeskEventData } from '@podmoga/contract/desk/events'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { Jobs } from '../../background/background.ts'
import { makeGather, makePace } from '../../background/gather.ts'
import type { Deps } from '../../deps.ts'
import { makeCatchUp } from '../../live/catch-up.ts'
import type { AddLevelEvent } from '../../ports/domains/answer-times.ts'
import {
  addNews,
  keepClocks,
  listBehind,
  listNews,
  listOpenIds,
  lockCursor,
  moveCursor,
  type NewsRow,
  takeDue,
  takeNews,
} from './clocks.sql.ts'
import { levelsOf, nearest, type Version } from './levels.rules.ts'
import { listCounted } from './levels.sql.ts'
import { keepVersions, versionsOf } from './versions.ts'

/** Maximum number of tickets, or of events, per transaction. */
const PORTION = 200
/**
 * Events are batched for this time, so that a burst of replies causes one count. Under load the time grows: counting fifty
 * tickets costs little more than counting one.
 */
const PACE = { least_ms: 500, most_ms: 2000, times: 4, each_ms: 100 }
const TELL_MS = 1000
const BEHIND_MS = 15_000

const eventDataOf = ({
  ticket_id,
  level,
  kind,
  due_at,
  soon_at,
  late_at,
}: NewsRow): DeskEventData<'level'> => ({
  ticket_id,
  level,
  clock:
    kind === null || due_at === null || soon_at === null || late_at === null
      ? null
      : {
          kind,
          due_at: new Date(due_at).toISOString(),
          soon_at: new Date(soon_at).toISOString(),
          late_at: new Date(late_at).toISOString(),
        },
})

/** Computes and stores the clocks of tickets, and queues an event for each that has changed. Returns how many. */
const count = async (
  tx: TransactionSql,
  ids: readonly string[],
  versions: readonly Version[],
  now: number,
): Promise<number> => {
  if (ids.length === 0) return 0
  const counted = await listCounted(tx, ids)
  const drafts = counted.map(({ id, is_open, basis, history }) => {
    const due = is_open ? nearest(levelsOf(history, versions, now)) : null
    return { ticket_id: id, basis, due, tell_at: due?.soon_at ?? null }
  })
  const changed = await keepClocks(tx, drafts)
  await addNews(
    tx,
    changed.map((ticket_id) => ({ ticket_id, level: 'set' })),
  )
  return changed.length
}

/**
 * Keeps the clocks of open tickets: recounts tickets that have events, and all open tickets of a business when its targets or
 * hours change; notifies the desk of what is due soon and what is late. No request waits for any of it.
 *
 * To avoid deadlocks with requests, which lock in another order, clocks are written in one transaction, and their events,
 * which need the lock of the business's events, are published in another.
 */
export const keepLevels = (deps: Deps, addLevelEvent: AddLevelEvent) => {
  const { sql, clock, log, background, settings } = deps

  const runBatch = (business_id: string): Promise<{ has_more: boolean; has_news: boolean }> =>
    sql.begin(async (tx) => {
      const cursor = await lockCursor(tx, business_id)
      const rows = await keepVersions(tx, deps, business_id)
      const version_id = rows.at(-1)?.id ?? null
      const versions = versionsOf(rows)
      const news = await listNews(tx, { business_id, after: cursor.seen, limit: PORTION })
      // A new version recounts all open tickets from the first.
      const from = cursor.version_id === version_id ? cursor.walked_to : '0'
      const walked = from === null ? [] : await listOpenIds(tx, { business_id, after: from, limit: PORTION })
      const is_through = walked.length < PORTION
      const ids = [...new Set([...news.ids, ...walked])]
      const changed = await count(tx, ids, versions, clock.now().getTime())
      const walked_to = is_through ? null : (walked.at(-1) ?? null)
      await moveCursor(tx, business_id, { seen: news.last ?? cursor.seen, version_id, walked_to })
      return { has_more: news.is_full || !is_through, has_news: changed > 0 }
    })

  const publishQueued = async (): Promise<void> => {
    for (;;) {
      const published = await sql.begin(async (tx) => {
        const rows = await takeNews(tx, PORTION)
        const now = clock.now()
        for (const row of rows) addLevelEvent(tx, { ticket_id: row.ticket_id, now, data: eventDataOf(row) })
        return rows.length
      })
      if (published < PORTION || background.closing.aborted) return
    }
  }

  const { catchUp, idle } = makeCatchUp({
    caller: 'service levels',
    log,
    runBatch: async (business_id) => {
      if (background.closing.aborted) return false
      const { has_more, has_news } = await runBatch(business_id)
      if (has_news) background.wake('service levels')
      return has_more
    },
    isWanted: () => !background.closing.aborted,
  })
  const pace = makePace(PACE)
  const gather = makeGather<string>(pace.ms, (businesses) => {
    void pace.timed(() => Promise.all(businesses.map(catchUp)))
  })
  const handleEvents = (business_id: string): void => {
    if (!background.closing.aborted) gather(business_id)
  }

  const jobs = {
    'service levels': {
      ms: TELL_MS,
      caller: 'service levels',
      idle,
      run: async () => {
        // A bounded number of batches; the rest is left to the next tick.
        for (let portion = 0; portion < 5; portion += 1)
          if ((await takeDue(sql, { now: clock.now(), limit: PORTION })) < PORTION) break
        await publishQueued()
      },
    },
    'service levels left behind': {
      ms: BEHIND_MS,
      at_start: true,
      caller: 'service levels',
      run: async () => {
        for (const business_id of await listBehind(sql)) handleEvents(business_id)
      },
    },
  } satisfies Jobs
  settings.onChange(handleEvents)
  return { handleEvents, jobs }
}
