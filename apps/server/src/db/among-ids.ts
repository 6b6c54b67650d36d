import type { Db, Fragment } from '@podmoga/sql/sql'

/**
 * `id = ${amongIds(db, ids)}`: rows with these ids. For an array parameter PostgreSQL considers a plan for its exact length
 * cheaper than the cached generic plan, and plans every query anew; it does not look into an array that comes from a `select`.
 * For frequent queries.
 */
export const amongIds = (db: Db, ids: readonly string[]): Fragment =>
  db`any((select ${[...ids]}::bigint[])::bigint[])`
