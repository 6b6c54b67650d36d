import * as calls from '@podmoga/contract/desk/retention'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { detachFiles } from '../../files/stored-files.ts'
import type { On } from '../../http/serve.ts'
import { makeNote } from '../journal/audit.ts'
import { lockSettings, writeSettings } from '../settings/settings.sql.ts'
import {
  countOld,
  forgetWords,
  type KeptFor,
  listForgetting,
  listKeptFor,
  lockRetention,
  takeOldFiles,
  takeOldTickets,
} from './retention.sql.ts'

const HOUR_MS = 3600 * 1000
/** Tickets, or files, of one transaction; and transactions of one business in an hour: others want the database too. */
const PORTION = 100
const PORTIONS = 200
/** Words that are forgotten at once: whoever writes waits meanwhile. */
const WORDS = 500

const NOTHING = { keep_tickets_months: null, keep_files_months: null }

/** The moment so many months ago; null for never. */
export const monthsAgo = (months: number | null | undefined, now: Date): Date | null => {
  if (months == null) return null
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - months)
  // The 31st of a shorter month would be a day of the next.
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0)
  return before
}

/** How long a business keeps closed tickets and their files; nothing goes until it says so. */
export const retentionRoutes = (on: On, { sql, clock }: Deps): void => {
  const note = makeNote(clock)
  const keptFor = async (business_id: string): Promise<calls.RetentionTerms> => {
    const [row] = await listKeptFor(sql, business_id)
    const { keep_tickets_months, keep_files_months } = row ?? NOTHING
    return { keep_tickets_months, keep_files_months }
  }

  on(calls.getRetention, async ({ who }) => keptFor(who.business_id))

  on(calls.countRetention, async ({ who, query }) =>
    countOld(sql, {
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

/** Gives up what a business no longer keeps, portion after portion; its files are swept like all that are nobody's. */
export const makeRetention = ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>) => {
  /** One transaction; answers what it took, or null when there is nothing more. */
  const portion = ({ business_id, keep_tickets_months, keep_files_months }: KeptFor) =>
    sql.begin(async (tx) => {
      if (!(await lockRetention(tx, business_id))) return null
      const now = clock.now()
      const tickets_before = monthsAgo(keep_tickets_months, now)
      const files_before = monthsAgo(keep_files_months, now)
      const whole =
        tickets_before === null
          ? { tickets: 0, keys: [] }
          : await takeOldTickets(tx, { business_id, before: tickets_before, limit: PORTION })
      const alone =
        whole.tickets > 0 || files_before === null
          ? []
          : await takeOldFiles(tx, { business_id, before: files_before, limit: PORTION })
      const keys = [...whole.keys, ...alone]
      await detachFiles(tx, keys, now)
      return whole.tickets + keys.length === 0 ? null : { tickets: whole.tickets, files: keys.length }
    })

  /** Answers what was given up altogether. */
  return async (isStopped: () => boolean = () => false): Promise<{ tickets: number; files: number }> => {
    const all = { tickets: 0, files: 0 }
    for (const kept of await listKeptFor(sql, null)) {
      const taken = { tickets: 0, files: 0 }
      for (let turn = 0; turn < PORTIONS && !isStopped(); turn += 1) {
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
    for (const business_id of await listForgetting(sql))
      while (!isStopped() && (await sql.begin((tx) => forgetWords(tx, { business_id, limit: WORDS })))) {}
    return all
  }
}

/** Once an hour until the app closes. */
export const sweepRetention = (deps: Deps): void => {
  const run = makeRetention(deps)
  deps.background.every('retention', { ms: HOUR_MS, run: () => run(() => deps.background.closing.aborted) })
}
