import type { Db } from '@podmoga/sql/sql'
import { detachFiles } from '../../files/stored-files.ts'
import type { Duties, Leaver } from '../../module.ts'
import { findAddresses } from './erasure.sql.ts'

/**
 * Erases a person in the caller's transaction: each module in its own tables. Nothing that identifies the person is
 * left, but what they wrote stays. Their sessions must be ended first.
 */
export const erase = async (
  tx: Db,
  modules: readonly Duties[],
  { person_id, now }: { person_id: string; now: Date },
): Promise<void> => {
  const row = await findAddresses(tx, person_id)
  if (row === undefined) throw new Error('the person to erase has no row')
  const addresses = [row.email, row.email?.toLowerCase(), row.phone].filter((one) => one != null)
  const leaver: Leaver = { ...row, person_id, addresses, now }
  // Dependent modules first: they look up names and sessions that the modules below them delete.
  for (const { forget } of modules.toReversed())
    if (forget !== undefined) await detachFiles(tx, await forget(tx, leaver), now)
}
