import { StartError } from '@podmoga/embedded-postgres/start-error'
import { connect, cut } from '@podmoga/sql/connect'
import type { Connection } from '@podmoga/sql/connection'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { CopiedTable, Manifest, Part } from './manifest.ts'

/** Settings that make the text format of rows independent of the server's configuration, as in pg_dump. */
const WORDING = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  extra_float_digits: 3,
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

/** Opens a separate connection for a backup or a restore. */
export const connectToCopy = (connection: Connection): Promise<pg.Client> =>
  connect(connection, { application_name: 'podmoga-copy', connect_ms: 10_000, session: WORDING })

/** Written by the migrations themselves. */
const OF_MIGRATIONS = ['schema_migrations', 'schema_changes']

/** Below the size limit of a single upload to a bucket; a failed part is retried alone. */
const PART_BYTES = 512 * 1024 * 1024

const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and c.relname <> all($1)
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by c.relname order by c.relname`

/** Returns the tables with the columns to copy; generated columns are left out. */
export const listTables = async (client: pg.Client): Promise<{ name: string; columns: string[] }[]> =>
  (await client.query<{ name: string; columns: string[] }>(TABLES, [OF_MIGRATIONS])).rows

const SEQUENCES = `
  select c.relname as name from pg_class c
  where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace order by 1`

const sequencesOf = async (client: pg.Client): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<{ name: string }>(SEQUENCES)
  const found: Manifest['sequences'] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${pg.escapeIdentifier(name)}`,
    )
    found.push({ name, ...(state[0] ?? { last_value: '1', is_called: false }) })
  }
  return found
}

const OLD_MIGRATIONS = 'select id, name, checksum, true as finished from schema_migrations'
// Contracting migrations are in both tables.
const MIGRATIONS = `
  ${OLD_MIGRATIONS} where id not in (select id from schema_changes)
  union all select id, name, checksum, finished_at is not null from schema_changes`

const migrationsOf = async (client: pg.Client): Promise<Manifest['migrations']> => {
  const { rows: there } = await client.query(`select from pg_class where oid = to_regclass('schema_changes')`)
  const { rows } = await client.query<Manifest['migrations'][number] & { finished: boolean }>(
    `${there.length === 0 ? OLD_MIGRATIONS : MIGRATIONS} order by id`,
  )
  const begun = rows.find(({ finished }) => !finished)
  if (begun !== undefined)
    throw new StartError(
      `Миграция ${begun.name} ещё не закончена: копию делают до неё или после. Повторите, когда сервер запустится.`,
    )
  return rows.map(({ id, name, checksum }) => ({ id, name, checksum }))
}

const columnList = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ')

export const copyStatement = ({ name, columns }: { name: string; columns: readonly string[] }): string =>
  `copy public.${pg.escapeIdentifier(name)} (${columnList(columns)})`

/** Splits a stream into parts at byte boundaries, so a row may span two parts. */
const pieces = async function* (source: AsyncIterable<Uint8Array>) {
  const from = source[Symbol.asyncIterator]()
  let over = false
  const piece = async function* (): AsyncGenerator<Uint8Array> {
    for (let size = 0; size < PART_BYTES; ) {
      const { done, value } = await from.next()
      if (done === true) {
        over = true
        return
      }
      size += value.length
      yield value
    }
  }
  while (!over) yield piece()
}

/** The content of one database snapshot. */
export type Rows = Pick<Manifest, 'postgres' | 'migrations' | 'tables' | 'sequences'>

/**
 * Copies all rows of one snapshot while people write: each table by COPY, in one transaction. `write` stores a part under a name;
 * `beside` runs other reads in the same snapshot.
 */
export const copyRows = async (
  client: pg.Client,
  write: (name: string, source: AsyncIterable<Uint8Array>) => Promise<Part>,
  beside: () => Promise<void>,
): Promise<Rows> => {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const migrations = await migrationsOf(client)
  await beside()
  const tables: CopiedTable[] = []
  for (const table of await listTables(client)) {
    const stream = client.query(copyTo(`${copyStatement(table)} to stdout`))
    const parts: Part[] = []
    try {
      for await (const piece of pieces(stream))
        parts.push(await write(`table.${table.name}.${parts.length}.gz`, piece))
    } catch (error) {
      stream.on('error', () => undefined).destroy()
      throw error
    }
    tables.push({ ...table, rows: stream.rowCount, parts })
  }
  // Sequences are not part of a snapshot: read after the rows, they are never behind them.
  const sequences = await sequencesOf(client)
  await client.query('commit')
  return { postgres: rows[0]?.server_version ?? '?', migrations, tables, sequences }
}

/** Closes a connection, whatever it is doing. */
export const endCopy = (client: pg.Client): void => cut(client)
