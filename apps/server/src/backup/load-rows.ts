import { pipeline } from 'node:stream/promises'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Connection } from '@podmoga/sql/connection'
import { openSql } from '@podmoga/sql/sql'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { MIGRATIONS_DIR, readMigrations } from '../db/migrate/files.ts'
import { migrate } from '../db/migrate.ts'
import { connectToCopy, copyStatement, endCopy, listTables } from './copy-rows.ts'
import type { CopiedTable, Manifest } from './manifest.ts'

/** Constraints that are dropped while rows are loaded and then added again for all rows at once. */
interface Rule {
  drop: string
  add: string
}

const FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`

const INDEXES = `
  select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as add
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not i.indisreplident
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`

const rulesOf = async (client: pg.Client, query: string): Promise<Rule[]> =>
  (await client.query<Rule>(query)).rows

/** Refuses a database that contains data. A database that an interrupted restore has only prepared counts as empty. */
export const refuseFull = async (connection: Connection): Promise<void> => {
  const client = await connectToCopy(connection)
  await refuseRows(client).finally(() => endCopy(client))
}

const refuseRows = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p', 'v', 'm')
     and relnamespace = 'public'::regnamespace
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = pg_class.oid and d.deptype = 'e')`,
  )
  for (const { name } of rows) {
    if (name.startsWith('schema_')) continue
    const { rowCount } = await client.query(`select from public.${pg.escapeIdentifier(name)} limit 1`)
    if (rowCount !== 0)
      throw new StartError(
        `База не пуста (в таблице ${name} есть строки): восстанавливают только в пустую. Назовите другую базу или папку данных.`,
      )
  }
}

/** Refuses a copy made by a release unknown to this one. */
const refuseUnknown = async ({ migrations, release }: Manifest): Promise<number> => {
  const known = new Map((await readMigrations(MIGRATIONS_DIR)).map((one) => [one.id, one.checksum]))
  const strange = migrations.find(({ id, checksum }) => known.get(id) !== checksum)
  if (strange !== undefined)
    throw new StartError(
      `Копия сделана выпуском ${release}: миграции ${strange.name} здесь нет или она другая. Восстановите её тем выпуском или более новым.`,
    )
  return migrations.at(-1)?.id ?? 0
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))

const refuseOtherTables = async (client: pg.Client, copied: readonly CopiedTable[]): Promise<void> => {
  const here = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of copied)
    if (!same(columns, here.get(name) ?? []))
      throw new StartError(`Таблица ${name} в копии не такая, как в её выпуске: копия сделана с чужой схемы.`)
}

/**
 * Loads a copy into an empty database: applies our migrations up to the copy's last one, then loads all rows, adds the
 * constraints and runs `last` in one transaction, so that an interruption leaves the database either empty or complete. Adding
 * the constraints checks every row. Throws StartError.
 */
export const loadRows = async (
  connection: Connection,
  manifest: Manifest,
  {
    read,
    last,
  }: {
    read: (table: CopiedTable) => AsyncIterable<Uint8Array>
    last: (client: pg.Client) => Promise<void>
  },
): Promise<void> => {
  const newest = await refuseUnknown(manifest)
  const client = await connectToCopy(connection)
  try {
    await refuseRows(client)
    const sql = openSql(connection, 1, { deadlines: false })
    await migrate(sql, { last: newest }).finally(() => sql.end())
    await client.query('begin')
    await client.query(`set local maintenance_work_mem = '256MB'`)
    await refuseRows(client)
    await refuseOtherTables(client, manifest.tables)
    const rules = [...(await rulesOf(client, INDEXES)), ...(await rulesOf(client, FOREIGN_KEYS))]
    for (const { drop } of rules.toReversed()) await client.query(drop)
    for (const table of manifest.tables) await loadTable(client, table, read(table))
    for (const { add } of rules) await client.query(add)
    for (const { name, last_value, is_called } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [
        pg.escapeIdentifier(name),
        last_value,
        is_called,
      ])
    await last(client)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    endCopy(client)
  }
}

const loadTable = async (
  client: pg.Client,
  table: CopiedTable,
  source: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const name = pg.escapeIdentifier(table.name)
  await client.query(`alter table public.${name} disable trigger user`)
  const stream = client.query(copyFrom(`${copyStatement(table)} from stdin`))
  await pipeline(source, stream)
  if (stream.rowCount !== table.rows)
    throw new StartError(
      `Копия испорчена: в таблице ${table.name} ${stream.rowCount} строк, а было ${table.rows}.`,
    )
  await client.query(`alter table public.${name} enable trigger user`)
}
