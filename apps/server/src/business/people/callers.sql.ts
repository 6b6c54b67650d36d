import type { Db } from '@podmoga/sql/sql'

/** Of these restaurants, those of the given businesses, each with its business. */
export const listOwn = (
  db: Db,
  asked: { ids: readonly string[]; business_ids: readonly string[] },
): Promise<{ id: string; business_id: string }[]> => db<{ id: string; business_id: string }[]>`
  select id, business_id from restaurants
  where id = any(${[...asked.ids]}::bigint[]) and business_id = any(${[...asked.business_ids]}::bigint[])`
