import type { Db } from '@podmoga/sql/sql'

/** Replaces a name in a list; keeps the order and removes duplicates. */
export const swapName = (names: readonly string[], from: string, to: string): string[] => [
  ...new Set(names.map((name) => (name === from ? to : name))),
]

/** The same for an array column, as SQL. */
export const swappedIn = (db: Db, column: ReturnType<Db>, from: string, to: string) => db`array(
  select case when one = ${from} then ${to}::text else one end
  from unnest(${column}) with ordinality as named (one, nth) group by 1 order by min(nth))`
