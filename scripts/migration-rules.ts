// Runs migrations on an empty database and asks PostgreSQL what each step did: which tables it locked, what it removed,
// what it requires. There is no parser: only the effect counts.

import { openSql, type ReservedSql } from '@podmoga/sql/sql'
import {
  MIGRATIONS_DIR,
  type Migration,
  readMigrations,
  type Step,
} from '../apps/server/src/db/migrate/files.ts'
import { type Release, releasedTemplate } from '../apps/server/src/db/releases/testing-releases.ts'
import { freshDatabase } from '../apps/server/src/db/testing-cluster.ts'

/** Tables that requests write to constantly, or that grow without bound. */
const BUSY = new Set(
  `attachments audit businesses code_sends codes guess_counters idempotency memberships message_words messages notices outbox
   people rate_counters renewals search_vocabulary sessions stored_files ticket_counts ticket_events ticket_log
   tickets unread_messages`.split(/\s+/),
)

interface Table {
  name: string
  /** The table's file node; changes when the table is rewritten. */
  file: string
}
interface Column {
  name: string
  type: string
  demanded: boolean
  /** Whether the column gets a value when an insert does not name it. */
  given: boolean
}
interface Schema {
  tables: Map<string, Table>
  columns: Map<string, Column>
  constraints: Map<string, { table: string; name: string; validated: boolean }>
  indexes: Map<string, { table: string; name: string }>
  functions: Map<string, { name: string }>
}

const byKey = <T>(rows: readonly (T & { key: string })[]): Map<string, T> =>
  new Map(rows.map((row) => [row.key, row]))

const OURS = `relnamespace = 'public'::regnamespace and relname not in ('schema_migrations', 'schema_changes')`

const readSchema = async (session: ReservedSql): Promise<Schema> => {
  const ours = session.unsafe(OURS)
  return {
    tables: byKey(
      await session<(Table & { key: string })[]>`
        select oid::text as key, relname as name, pg_relation_filenode(oid)::text as file
        from pg_class where relkind = 'r' and ${ours}`,
    ),
    columns: byKey(
      await session<(Column & { key: string })[]>`
        select attrelid || '.' || attnum as key, attname as name, format_type(atttypid, atttypmod) as type,
          attnotnull as demanded, atthasdef or attidentity <> '' as given
        from pg_attribute join pg_class c on c.oid = attrelid
        where relkind = 'r' and ${ours} and attnum > 0 and not attisdropped`,
    ),
    constraints: byKey(
      await session<{ key: string; table: string; name: string; validated: boolean }[]>`
        select k.oid::text as key, conrelid::text as table, conname as name, convalidated as validated
        from pg_constraint k join pg_class c on c.oid = conrelid where contype in ('c', 'f', 'x') and ${ours}`,
    ),
    indexes: byKey(
      await session<{ key: string; table: string; name: string }[]>`
        select indexrelid::text as key, indrelid::text as table, indexrelid::regclass::text as name
        from pg_index join pg_class c on c.oid = indrelid where ${ours}`,
    ),
    functions: byKey(
      await session<{ key: string; name: string }[]>`
        select oid::text as key, oid::regprocedure::text as name from pg_proc p
        where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
    ),
  }
}

/** Lock modes that block writers of the table. */
const HOLDS_ALL = 'AccessExclusiveLock'
const HOLDS_WRITERS = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', HOLDS_ALL]
const WRITES = 'RowExclusiveLock'

interface Lock {
  table: string
  mode: string
}

/** Runs a step as the server does and reads its locks before they are released. */
const play = async (session: ReservedSql, { kind, text }: Step): Promise<Lock[] | string> => {
  if (kind === 'concurrently') {
    if (
      !/^(?:--[^\n]*\n|\s)*create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+\w+\s+on\s[^;]*;?$/i.test(
        text,
      )
    )
      return 'в шаге concurrently — одна команда «create index concurrently if not exists ИМЯ on …»'
    await session.unsafe(text)
    return []
  }
  await session`begin`
  const [before] = await session`select pg_current_xact_id()::text as id`
  await session.unsafe(text)
  const [after] = await session`select pg_current_xact_id()::text as id`
  const locks = await session<(Lock & { [key: string]: string })[]>`
    select distinct relation::text as table, mode from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation' and granted`
  await session`commit`
  return before?.id === after?.id
    ? locks
    : 'транзакцией ведает тот, кто выполняет миграции: уберите begin и commit'
}

/** Returns objects that the migration changes or removes, which breaks code that uses them. */
const takenAway = (before: Schema, after: Schema): string[] => {
  const problems: string[] = []
  const tableOf = (key: string) => before.tables.get(key.split('.')[0] ?? '')?.name
  for (const [key, { name }] of before.tables)
    if (after.tables.get(key)?.name !== name) problems.push(`таблица ${name} убрана или переименована`)
  for (const [key, column] of before.columns) {
    if (!after.tables.has(key.split('.')[0] ?? '')) continue
    const now = after.columns.get(key)
    const name = `${tableOf(key)}.${column.name}`
    if (now?.name !== column.name) problems.push(`колонка ${name} убрана или переименована`)
    else if (now.type !== column.type) problems.push(`колонка ${name} меняет тип`)
    else if (now.demanded && !column.demanded) problems.push(`колонка ${name} становится not null`)
    else if (now.demanded && column.given && !now.given) problems.push(`колонка ${name} теряет default`)
  }
  for (const [key, { demanded, given, name }] of after.columns)
    if (!before.columns.has(key) && tableOf(key) !== undefined && demanded && !given)
      problems.push(`новая колонка ${tableOf(key)}.${name} — not null без default`)
  for (const [key, { name }] of before.functions)
    if (after.functions.get(key)?.name !== name) problems.push(`функция ${name} убрана или переименована`)
  return problems
}

/** Returns locks that block writers for a time that grows with the table, or that can deadlock with them. */
const heldUp = (
  before: Schema,
  after: Schema,
  { kind, locks }: { kind: Step['kind']; locks: Lock[] },
): string[] => {
  const problems: string[] = []
  const busy = (key: string): string => {
    const name = before.tables.get(key)?.name ?? ''
    return BUSY.has(name) ? name : ''
  }
  // This mode blocks readers too; a dropped table has no readers any more.
  const holds = ({ table, mode }: Lock): boolean =>
    after.tables.has(table) &&
    before.tables.has(table) &&
    (mode === HOLDS_ALL || (HOLDS_WRITERS.includes(mode) && busy(table) !== ''))
  const held = new Set(locks.filter(holds).map(({ table }) => before.tables.get(table)?.name ?? ''))
  if (held.size > 1) {
    const names = [...held].sort().join(', ')
    problems.push(`один шаг держит несколько таблиц (${names}): по шагу на каждую`)
  }
  for (const { table, mode } of locks)
    if (kind === 'transaction' && mode === WRITES && busy(table) !== '')
      problems.push(`строки ${busy(table)} меняются одной командой: нужен шаг «-- step: portions»`)
  for (const [key, { file }] of before.tables)
    if (busy(key) !== '' && after.tables.has(key) && after.tables.get(key)?.file !== file)
      problems.push(`таблица ${busy(key)} переписывается целиком`)
  for (const [key, { table, name, validated }] of after.constraints)
    if (!before.constraints.has(key) && validated && busy(table) !== '')
      problems.push(
        `ограничение ${name} проверяет всю таблицу ${busy(table)}: добавьте not valid, проверьте следующим шагом`,
      )
  for (const [key, { table, name }] of after.indexes)
    if (!before.indexes.has(key) && kind !== 'concurrently' && busy(table) !== '')
      problems.push(`индекс ${name} строится под замком ${busy(table)}: нужен шаг «-- step: concurrently»`)
  return problems
}

const isReleased = (releases: readonly Release[], version: string): boolean =>
  releases.some((release) => release.version === version)

const headerProblems = ({ compatibility }: Migration, releases: readonly Release[]): string[] => {
  if (compatibility.kind === 'unsaid')
    return ['первая строка должна быть «-- expand» или «-- contract ВЫПУСК»']
  if (compatibility.kind === 'contract' && !isReleased(releases, compatibility.release))
    return [
      `выпуска ${compatibility.release} в docs/releases.md нет: прежний выпуск с этой миграцией не живёт`,
    ]
  return []
}

const problemsOf = async (
  session: ReservedSql,
  migration: Migration,
  releases: readonly Release[],
): Promise<string[]> => {
  const found = headerProblems(migration, releases)
  for (const step of migration.steps) {
    const before = await readSchema(session)
    const locks = await play(session, step)
    if (typeof locks === 'string') {
      found.push(locks)
      continue
    }
    const after = await readSchema(session)
    found.push(...heldUp(before, after, { kind: step.kind, locks }))
    if (migration.compatibility.kind !== 'contract') found.push(...takenAway(before, after))
  }
  return found
}

/** @returns the changes after the previous release that would break it, one line each. */
export const migrationProblems = async (
  releases: readonly Release[],
  dir = MIGRATIONS_DIR,
): Promise<string[]> => {
  const last = releases.at(-1)
  if (last === undefined) return ['docs/releases.md не называет ни одного выпуска']
  const fresh = (await readMigrations(dir)).filter(({ id }) => id > last.last_migration)
  if (fresh.length === 0) return []
  const database = await freshDatabase(await releasedTemplate(last))
  const sql = openSql(database.connection, 1, { deadlines: false })
  const session = await sql.reserve()
  const problems: string[] = []
  try {
    for (const migration of fresh) {
      const found = await problemsOf(session, migration, releases).catch(async (error: unknown) => {
        await session`rollback`
        return [`не выполняется: ${String(error)}`]
      })
      problems.push(...[...new Set(found)].map((problem) => `${migration.name}: ${problem}`))
    }
  } finally {
    session.release()
    await sql.end()
    await database.drop()
  }
  return problems
}
