import * as calls from '@podmoga/contract/desk/retention'
import type { Db } from '@podmoga/sql/sql'
import type { Every } from '../../background/background.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { detachFiles } from '../../files/stored-files.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { On } from '../../http/serve.ts'
import type { Cutoffs, Duties, TakeAlong } from '../../module.ts'
import { lockSettings, writeSettings } from '../settings/settings.sql.ts'
import { type KeptFor, listKeptFor, lockRetention } from './retention.sql.ts'

const HOUR_MS = 3600 * 1000
/**
 * Tickets or files per transaction, and transactions per business in an hour, to leave the database free for others.
 */
const PORTION = 100
const PORTIONS = 200

const NOTHING = { keep_tickets_months: null, keep_files_months: null }

/** The date so many months ago; null if nothing is to be deleted. */
export const monthsAgo = (months: number | null | undefined, now: Date): Date | null => {
  if (months == null) return null
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - months)
  // For a shorter month the 31st would overflow into the next one.
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0)
  return before
}

/** What a sweep would delete now, in all modules. */
const countOld = async (db: Db, modules: readonly Duties[], cutoffs: Cutoffs) => {
  const all = { tickets: 0, files: 0, bytes: 0 }
  for (const { retain } of modules) {
    const some = await retain?.count(db, cutoffs)
    all.tickets += some?.tickets ?? 0
    all.files += some?.files ?? 0
    all.bytes += some?.bytes ?? 0
  }
  return all
}

/** How long a business keeps closed tickets and their files; nothing is deleted until it is configured. */
export const retentionRoutes = (on: On, { sql, clock }: Deps, modules: readonly Duties[]): void => {
  const note = makeNote(clock)
  const keptFor = async (business_id: string): Promise<calls.RetentionTerms> => {
    const [row] = await listKeptFor(sql, business_id)
    const { keep_tickets_months, keep_files_months } = row ?? NOTHING
    return { keep_tickets_months, keep_files_months }
  }

  on(calls.getRetention, async ({ who }) => keptFor(who.business_id))

  on(calls.countRetention, async ({ who, query }) =>
    countOld(sql, modules, {
      business_id: who.business_id,
      tickets_before: monthsAgo(query.tickets, clock.now()),
      files_before: monthsAgo(query.files, clock.now()),
    }),
  )

  on(calls.setRetention, async ({ who, body, request }) => {
    const { business_id } = who
    await sql.begin(async (tx) => {
      await lockSettings(tx, business_id)
      const [row] = await listKeptFor(tx, business_id)
      const { keep_tickets_months, keep_files_months } = row ?? NOTHING
      await writeSettings(tx, { business_id, changes: body, now: clock.now() })
      await note(tx, who, request, {
        event: 'settings_changed',
        before: { keep_tickets_months, keep_files_months },
        after: body,
      })
    })
    return keptFor(business_id)
  })
}

/** Deletes what a business no longer keeps, in batches; its files are removed by the sweep of unreferenced files. */
export const makeRetention = ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>, modules: readonly Duties[]) => {
  const takeAlong: TakeAlong = async (tx, ticket_ids) => {
    const keys: string[] = []
    for (const module of modules) keys.push(...((await module.takeAlong?.(tx, ticket_ids)) ?? []))
    return keys
  }

  /** Deletes one batch in one transaction; returns the counts, or null if nothing was left. */
  const portion = ({ business_id, keep_tickets_months, keep_files_months }: KeptFor) =>
    sql.begin(async (tx) => {
      if (!(await lockRetention(tx, business_id))) return null
      const now = clock.now()
      const asked = {
        business_id,
        tickets_before: monthsAgo(keep_tickets_months, now),
        files_before: monthsAgo(keep_files_months, now),
        limit: PORTION,
        takeAlong,
      }
      const taken = { tickets: 0, files: 0 }
      for (const { retain } of modules) {
        const some = await retain?.take(tx, asked)
        if (some === undefined) continue
        await detachFiles(tx, some.keys, now)
        taken.tickets += some.tickets
        taken.files += some.keys.length
      }
      return taken.tickets + taken.files === 0 ? null : taken
    })

  /** Returns the totals of what was deleted. */
  return async (isStopped: () => boolean = () => false): Promise<{ tickets: number; files: number }> => {
    const all = { tickets: 0, files: 0 }
    for (const kept of await listKeptFor(sql, null)) {
      const taken = { tickets: 0, files: 0 }
      for (let round = 0; round < PORTIONS && !isStopped(); round += 1) {
        const some = await portion(kept)
        if (some === null) break
        taken.tickets += some.tickets
        taken.files += some.files
      }
      if (taken.tickets + taken.files > 0)
        await writeAudit(sql, {
          at: clock.now(),
          event: 'retention_run',
          business_id: kept.business_id,
          after: taken,
        })
      all.tickets += taken.tickets
      all.files += taken.files
    }
    for (const { retain } of modules)
      for (const tidy of (await retain?.tidy?.(sql)) ?? []) while (!isStopped() && (await sql.begin(tidy))) {}
    return all
  }
}

export const sweepRetention = (deps: Deps, modules: readonly Duties[]): Every => {
  const run = makeRetention(deps, modules)
  return { ms: HOUR_MS, hung_ms: 24 * HOUR_MS, run: () => run(() => deps.background.closing.aborted) }
}
