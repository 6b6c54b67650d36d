import type { Db, Fragment } from '@podmoga/sql/sql'

/**
 * `id = ${amongIds(db, ids)}`: one of these rows. Of an array that PostgreSQL sees it takes a plan for its very length to be
 * cheaper than the one that it keeps, and makes it anew each time; from a `select` it sees none. For what is asked often.
 */
export const amongIds = (db: Db, ids: readonly string[]): Fragment =>
  db`any((select ${[...ids]}::bigint[])::bigint[])`
