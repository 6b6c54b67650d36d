import pg from 'pg'
import { detachFiles } from '../files/stored-files.ts'
import { systemClock } from '../ports/clock.ts'
import { MOVE_SCHEMA } from './capture.ts'
import type { Cell } from './cell.ts'
import type { Table } from './describe.ts'
import { belongs, NEVER_REMOVED } from './tables.ts'

/** From this many rows on, building an index for the foreign key checks pays off. */
const MANY = 100

/**
 * Foreign keys to a table that have no index, from non-empty tables: for each deleted row PostgreSQL would scan the whole
 * referencing table, which also contains other businesses' rows.
 */
const UNINDEXED = `
  select f.oid as id, f.conrelid::regclass::text as "from", array_agg(quote_ident(a.attname) order by k.at) as columns
  from pg_constraint f, unnest(f.conkey) with ordinality k (n, at), pg_attribute a
  where f.contype = 'f' and f.confrelid = $1::regclass and a.attrelid = f.conrelid and a.attnum = k.n
    and pg_relation_size(f.conrelid) > 0
    and not exists (
      select from pg_index i where i.indrelid = f.conrelid and i.indisvalid and i.indkey[0] = any(f.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '(% IS NOT NULL)'))
  group by f.oid`

const OURS = `
  select c.relname as name from pg_class c
  where c.relkind = 'i' and c.relnamespace = 'public'::regnamespace and starts_with(c.relname, '${MOVE_SCHEMA}_')`

const dropIndexes = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(OURS)
  for (const { name } of rows)
    await client.query(`drop index concurrently public.${pg.escapeIdentifier(name)}`)
}

/** Creates these indexes for the duration of `work`, concurrently so that writers do not wait. */
const withIndexes = async (client: pg.Client, table: string, work: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ id: number; from: string; columns: string[] }>(UNINDEXED, [table])
  for (const { id, from, columns } of rows)
    await client.query(`create index concurrently ${MOVE_SCHEMA}_${id} on ${from} (${columns.join(', ')})`)
  await work()
  await dropIndexes(client)
}

/**
 * Removes a moved business from its old cell, table by table; an interrupted removal can be repeated. Files are detached and then
 * deleted by the server's sweep.
 */
export const removeBusiness = async (
  { sql }: Cell,
  client: pg.Client,
  tables: readonly Table[],
  listed: readonly string[],
): Promise<void> => {
  const ids = `'{${listed.join(',')}}'::bigint[]`
  await client.query(`set podmoga.moving = 'on'`)
  // An index build of a killed move may be unfinished.
  await dropIndexes(client)
  await client.query(`create table if not exists ${MOVE_SCHEMA}.left_files as
    select key from public.stored_files t where ${belongs('stored_files', 't', ids)}`)
  for (const { name } of tables.toReversed()) {
    if (NEVER_REMOVED.has(name) || name === 'stored_files') continue
    const table = `public.${pg.escapeIdentifier(name)}`
    const which = `from ${table} t where ${belongs(name, 't', ids)}`
    const { rows } = await client.query<{ rows: string }>(`select count(*) as rows ${which}`)
    const count = Number(rows[0]?.rows)
    if (count === 0) continue
    const remove = async () => void (await client.query(`delete ${which}`))
    await (count < MANY ? remove() : withIndexes(client, table, remove))
    // Foreign keys without an index scan the whole table for each deleted row, so dead rows are vacuumed.
    await client.query(`vacuum ${table}`)
  }
  const { rows } = await client.query<{ key: string }>(`select key from ${MOVE_SCHEMA}.left_files`)
  await detachFiles(
    sql,
    rows.map(({ key }) => key),
    systemClock.now(),
  )
  for (const id of listed) await client.query(`select pg_notify('business_settings', $1)`, [id])
  await client.query('reset podmoga.moving')
}
