import type { Db } from '@podmoga/sql/sql'
import { detachFiles } from '../../files/stored-files.ts'
import type { Duties, Leaver } from '../../module.ts'

type Row = Pick<Leaver, 'business_id' | 'email' | 'phone'>

/**
 * Forgets a person in the caller's transaction: every module in its own tables. Nothing is left that says who it was, and
 * what they wrote stays. Their sessions are to be ended before.
 */
export const erase = async (
  tx: Db,
  modules: readonly Duties[],
  { person_id, now }: { person_id: string; now: Date },
): Promise<void> => {
  const [row] = await tx<Row[]>`select business_id, email, phone from people where id = ${person_id}`
  if (row === undefined) throw new Error('whoever is to be forgotten has no row')
  const addresses = [row.email, row.email?.toLowerCase(), row.phone].filter((one) => one != null)
  const leaver: Leaver = { ...row, person_id, addresses, now }
  // Those above first: they look up names and sessions that those below forget.
  for (const { forget } of modules.toReversed())
    if (forget !== undefined) await detachFiles(tx, await forget(tx, leaver), now)
}
