import type { Db } from '@podmoga/sql/sql'

/** A list of names in which one is called something else now: in its order, each once. */
export const swapName = (names: readonly string[], from: string, to: string): string[] => [
  ...new Set(names.map((name) => (name === from ? to : name))),
]

/** The same of a column of the database. */
export const swappedIn = (db: Db, column: ReturnType<Db>, from: string, to: string) => db`array(
  select case when one = ${from} then ${to}::text else one end
  from unnest(${column}) with ordinality as named (one, nth) group by 1 order by min(nth))`
