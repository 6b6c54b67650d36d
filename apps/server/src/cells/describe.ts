import { StartError } from '@podmoga/embedded-postgres/start-error'
import type pg from 'pg'
import { belongs, OF_BUSINESS } from './tables.ts'

/** A table with data of a business, as defined in the database. */
export interface Table {
  name: string
  /** The columns to copy, without generated ones. */
  columns: readonly string[]
  /** Identity columns, whose values an update leaves unchanged. */
  numbered: readonly string[]
  /** The columns of the primary key, in its order; empty if there is none. */
  key: readonly string[]
}

const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
    coalesce(array_agg(a.attname::text) filter (where a.attidentity <> ''), '{}') as numbered,
    coalesce((select array_agg(k.attname::text order by k.attnum) from pg_index i
      join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary), '{}') as key
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.oid, c.relname order by c.relname`

/** A foreign key; `columns` reference `keys` of the table `to`. */
export interface Reference {
  name: string
  from: string
  to: string
  columns: string[]
  keys: string[]
}

const REFERENCES = `
  select f.conname as name, c.relname as "from", p.relname as "to",
    array(select a.attname::text from unnest(f.conkey) with ordinality k (n, at)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.n order by k.at) as columns,
    array(select a.attname::text from unnest(f.confkey) with ordinality k (n, at)
      join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.n order by k.at) as keys
  from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
  where f.contype = 'f' and f.connamespace = 'public'::regnamespace order by f.conname`

export const listReferences = async (client: pg.Client): Promise<Reference[]> =>
  (await client.query<Reference>(REFERENCES)).rows

/**
 * A row is removed before the row that tells to which business it belongs. Rows that reference a file are removed before the
 * file.
 */
const WAYS = Object.entries(OF_BUSINESS).flatMap(([from, way]) =>
  from === 'stored_files'
    ? []
    : [way].flat().flatMap((one) => (typeof one === 'object' ? [{ from, to: one.of }] : [])),
)

/** The tables of a business; referenced tables come first. */
export const listTables = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(TABLES, [Object.keys(OF_BUSINESS)])
  const references = [...(await listReferences(client)), ...WAYS].filter(({ from, to }) => from !== to)
  const sorted: Table[] = []
  const left = new Map(rows.map((table) => [table.name, table]))
  while (left.size > 0) {
    const ready = [...left.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && left.has(to)),
    )
    if (ready.length === 0) throw new Error(`Tables in a circle: ${[...left.keys()].join(', ')}`)
    for (const table of ready) left.delete(table.name)
    sorted.push(...ready)
  }
  return sorted
}

/**
 * Finds foreign keys that link these businesses to others or to the installation: rows of one side that reference the other. Such
 * a business cannot be moved completely.
 */
const findTies = async (client: pg.Client, ids: string): Promise<string[]> => {
  const ties: string[] = []
  for (const { from, to, columns, keys } of await listReferences(client)) {
    if (OF_BUSINESS[to] === undefined) continue
    const on = columns.map((column, at) => `p.${keys[at]} = f.${column}`).join(' and ')
    const isOurs = OF_BUSINESS[from] === undefined ? 'false' : belongs(from, 'f', ids)
    const { rowCount } = await client.query(
      `select from public.${from} f join public.${to} p on ${on}
       where (${belongs(to, 'p', ids)}) <> (${isOurs}) limit 1`,
    )
    if (rowCount !== 0) ties.push(`${from}.${columns.join('+')} → ${to}`)
  }
  return ties
}

export const refuseTies = async (client: pg.Client, ids: string): Promise<void> => {
  const ties = await findTies(client, ids)
  if (ties.length > 0)
    throw new StartError(
      `Бизнес связан с тем, что остаётся в этой клетке (${ties.join(', ')}): его люди работают и для другого бизнеса, или для него работают чужие, или среди них оператор. Назовите такие бизнесы вместе или сначала разделите их.`,
    )
}
