import type { TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { lockCursor, markBuilt } from './cursor.sql.ts'
import { tellWrong } from './figures.check.ts'
import { listMonths, listWrongPeriods, lockPeriods, rebuildPeriods } from './periods.sql.ts'

const rebuild = async (tx: TransactionSql, business_id: string, month: string): Promise<void> => {
  await lockPeriods(tx, business_id)
  await rebuildPeriods(tx, { business_id, month })
}

/** Fills the periods of a business once, a month at a time: what counts meanwhile waits for no more than one. */
export const buildPeriods = async (
  { sql, background }: Pick<Deps, 'sql' | 'background'>,
  business_id: string,
): Promise<void> => {
  const { is_built } = await sql.begin((tx) => lockCursor(tx, business_id))
  if (is_built) return
  for (const month of await listMonths(sql, business_id)) {
    if (background.closing.aborted) return
    await sql.begin((tx) => rebuild(tx, business_id, month))
  }
  await sql.begin((tx) => markBuilt(tx, business_id))
}

/** Counts the periods of a business in full and puts right what is otherwise; answers what that was. */
export const mendPeriods = async (tx: TransactionSql, business_id: string): Promise<string[]> => {
  await lockPeriods(tx, business_id)
  const told: string[] = []
  for (const month of await listMonths(tx, business_id)) {
    const wrong = await listWrongPeriods(tx, { business_id, month })
    if (wrong.length > 0) await rebuild(tx, business_id, month)
    told.push(...wrong.map(tellWrong))
  }
  return told
}
