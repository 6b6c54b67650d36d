import type { Db, Sql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { lockCursor, markBuilt } from './cursor.sql.ts'
import { describeWrong } from './figures.check.ts'
import { listMonths, listWrongPeriods, lockPeriods, rebuildPeriods } from './periods.sql.ts'

/**
 * Runs a transaction that locks the periods of a business, on a connection without a statement timeout: a month of a hundred
 * thousand tickets may take longer than a request's statement is allowed to.
 */
const holding = async <T>(sql: Sql, business_id: string, work: (tx: Db) => Promise<T>): Promise<T> => {
  const own = await sql.reserve()
  try {
    await own`begin`
    await lockPeriods(own, business_id)
    const done = await work(own)
    await own`commit`
    return done
  } finally {
    // Closing the connection rolls back an uncommitted transaction.
    own.release()
  }
}

/** Fills the periods of a business once, a month per transaction, so that other writers wait for one month at most. */
export const buildPeriods = async (
  { sql, background }: Pick<Deps, 'sql' | 'background'>,
  business_id: string,
): Promise<void> => {
  const { is_built } = await sql.begin((tx) => lockCursor(tx, business_id))
  if (is_built) return
  for (const month of await listMonths(sql, business_id)) {
    if (background.closing.aborted) return
    await holding(sql, business_id, (tx) => rebuildPeriods(tx, { business_id, month }))
  }
  await sql.begin((tx) => markBuilt(tx, business_id))
}

/** Checks the periods of a business against full counts, month by month, and corrects them. Returns descriptions of errors. */
export const mendPeriods = async (
  { sql, background }: Pick<Deps, 'sql' | 'background'>,
  business_id: string,
): Promise<string[]> => {
  const problems: string[] = []
  for (const month of await listMonths(sql, business_id)) {
    if (background.closing.aborted) break
    const wrong = await holding(sql, business_id, async (tx) => {
      const found = await listWrongPeriods(tx, { business_id, month })
      if (found.length > 0) await rebuildPeriods(tx, { business_id, month })
      return found
    })
    problems.push(...wrong.map(describeWrong))
  }
  return problems
}
