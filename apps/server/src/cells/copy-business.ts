import { pipeline } from 'node:stream/promises'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { changedKeys, forgetChanged } from './capture.ts'
import type { Table } from './describe.ts'
import { belongs, NEVER_REMOVED } from './tables.ts'

/** The two databases, and which rows to copy: `ids` is SQL of an array. */
export interface Copying {
  source: pg.Client
  target: pg.Client
  tables: readonly Table[]
  ids: string
}

const quoted = pg.escapeIdentifier
const list = (names: readonly string[], alias = ''): string =>
  names.map((name) => `${alias}${quoted(name)}`).join(', ')

/** Copies the rows of a query on the source into a table of the target; returns their number. */
const carry = async ({ source, target }: Copying, query: string, into: string): Promise<number> => {
  const reading = source.query(copyTo(`copy (${query}) to stdout`))
  const writing = target.query(copyFrom(`copy ${into} from stdin`))
  await pipeline(reading, writing)
  return writing.rowCount
}

const upsert = ({ name, columns, numbered, key }: Table, from: string): string => {
  const changing = columns.filter((column) => !key.includes(column) && !numbered.includes(column))
  const then =
    // Rows of a table without a primary key have all been deleted before.
    changing.length === 0 || key.length === 0 || NEVER_REMOVED.has(name)
      ? 'nothing'
      : `update set ${changing.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ')}`
  return `insert into public.${quoted(name)} (${list(columns)}) overriding system value
    select ${list(columns)} from ${from} on conflict ${key.length === 0 ? '' : `(${list(key)}) `}do ${then}`
}

const draftOf = async ({ target }: Copying, { name, columns }: Table): Promise<string> => {
  await target.query(
    `create temp table ${quoted(`new_${name}`)} on commit drop as select ${list(columns)} from public.${quoted(name)} with no data`,
  )
  return `pg_temp.${quoted(`new_${name}`)}`
}

const ours = ({ name, columns }: Table, ids: string): string =>
  `select ${list(columns, 't.')} from public.${quoted(name)} t where ${belongs(name, 't', ids)}`

/** Copies all rows of one snapshot. Both connections are in a transaction; the target's has set `podmoga.moving`. */
export const copyAll = async (copying: Copying): Promise<number> => {
  let rows = 0
  for (const table of copying.tables) {
    const { name, columns } = table
    const query = ours(table, copying.ids)
    if (NEVER_REMOVED.has(name)) {
      // If the business was here before, some of its rows are still there.
      const draft = await draftOf(copying, table)
      rows += await carry(copying, query, draft)
      await copying.target.query(upsert(table, draft))
      await copying.target.query(`drop table ${draft}`)
    } else rows += await carry(copying, query, `public.${quoted(name)} (${list(columns)})`)
  }
  return rows
}

/** A table with changed rows, and the target's temporary table with their keys. */
interface Changed {
  table: Table
  keys: string
  draft: string
}

const listChanged = async (copying: Copying): Promise<Changed[]> => {
  const changed: Changed[] = []
  for (const table of copying.tables) {
    const { name, key } = table
    const { rows } = await copying.source.query(`${changedKeys(table)} limit 1`)
    if (rows.length === 0) continue
    const keys = `pg_temp.${quoted(`key_${name}`)}`
    await copying.target.query(
      `create temp table ${quoted(`key_${name}`)} on commit drop as
       select ${key.length === 0 ? 'true as changed' : list(key)} from public.${quoted(name)} with no data`,
    )
    await carry(copying, changedKeys(table), keys)
    await copying.target.query(`analyze ${keys}`)
    changed.push({ table, keys, draft: await draftOf(copying, table) })
  }
  return changed
}

/** SQL of the changed rows that belong to the business; runs in the database that has `keys`. */
const amongChanged = (table: Table, keys: string, ids: string): string =>
  table.key.length === 0
    ? ours(table, ids)
    : `${ours(table, ids)} and (${list(table.key, 't.')}) in (select ${list(table.key)} from (${keys}) k)`

/**
 * Copies the rows changed since the last copy, from another snapshot of the source. Returns the number of rows and the changed
 * tables.
 */
const copyChanges = async (copying: Copying): Promise<{ rows: number; changed: Changed[] }> => {
  const { target, ids } = copying
  const changed = await listChanged(copying)
  let rows = 0
  for (const { table, draft } of changed)
    rows += await carry(copying, amongChanged(table, changedKeys(table), ids), draft)
  // Referencing rows are deleted before the rows they reference, and inserted after them.
  for (const { table, keys, draft } of changed.toReversed()) {
    const { name, key } = table
    if (NEVER_REMOVED.has(name)) continue
    const gone =
      key.length === 0
        ? 'true'
        : `(${list(key, 't.')}) in (select ${list(key)} from ${keys} except select ${list(key)} from ${draft})`
    await target.query(`delete from public.${quoted(name)} t where ${belongs(name, 't', ids)} and ${gone}`)
  }
  for (const { table, draft } of changed) await target.query(upsert(table, draft))
  return { rows, changed }
}

interface Sum {
  rows: string
  sum: string
}

const sumOf = async (client: pg.Client, { columns }: Table, query: string): Promise<Sum> => {
  const { rows } = await client.query<Sum>(
    `select count(*)::text as rows,
       coalesce(sum(hashtextextended(row(${list(columns, 't.')})::text, 0)::numeric), 0)::text as sum
     from (${query}) t`,
  )
  return rows[0] ?? { rows: '0', sum: '0' }
}

const refuseDifference = (table: Table, here: Sum, there: Sum): void => {
  if (here.rows !== there.rows || here.sum !== there.sum)
    throw new StartError(
      `Таблица ${table.name} в новой клетке не такая: строк ${there.rows}, а было ${here.rows}. Бизнес остался, где был.`,
    )
}

/** Compares all rows of both sides by count and checksum. Throws StartError; returns the count of each table. */
export const compareAll = async ({ source, target, tables, ids }: Copying): Promise<Map<string, number>> => {
  const found = new Map<string, number>()
  for (const table of tables) {
    const query = ours(table, ids)
    const [here, there] = await Promise.all([sumOf(source, table, query), sumOf(target, table, query)])
    refuseDifference(table, here, there)
    found.set(table.name, Number(here.rows))
  }
  return found
}

/** Compares the changed rows one by one. */
const compareChanges = async (
  { source, target, ids }: Copying,
  changed: readonly Changed[],
): Promise<void> => {
  for (const { table, keys } of changed) {
    const [here, there] = await Promise.all([
      sumOf(source, table, amongChanged(table, changedKeys(table), ids)),
      sumOf(target, table, amongChanged(table, `select * from ${keys}`, ids)),
    ])
    refuseDifference(table, here, there)
  }
}

/**
 * Copies the changes recorded since the last call and compares them row by row; the source is in a snapshot transaction. Later
 * changes remain for the next call. Returns the number of rows.
 */
export const catchUp = async (copying: Copying): Promise<number> => {
  const { rows, changed } = await copyChanges(copying)
  await compareChanges(copying, changed)
  for (const { table, keys, draft } of changed) {
    await forgetChanged(copying.source, table)
    await copying.target.query(`drop table ${keys}, ${draft}`)
  }
  return rows
}

/** Compares the number of rows in every table. */
export const compareCounts = async ({ source, target, tables, ids }: Copying): Promise<void> => {
  for (const table of tables) {
    const query = `select count(*)::text as rows, '' as sum from public.${quoted(table.name)} t where ${belongs(table.name, 't', ids)}`
    const [here, there] = await Promise.all([source.query<Sum>(query), target.query<Sum>(query)])
    const none = { rows: '0', sum: '' }
    refuseDifference(table, here.rows[0] ?? none, there.rows[0] ?? none)
  }
}
