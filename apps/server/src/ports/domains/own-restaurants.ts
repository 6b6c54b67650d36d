import type { Db } from '@podmoga/sql/sql'

/** Called by incidents: of these ids, those of open restaurants of the business. */
export type OwnRestaurants = (
  db: Db,
  asked: { business_id: string; ids: readonly string[] },
) => Promise<string[]>
