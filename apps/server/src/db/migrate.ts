import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { ReservedSql, Sql } from './sql.ts'

type Migration = { id: number; name: string; text: string; checksum: string }
type Applied = { id: number; name: string; checksum: string }

export const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations')

/** Any number will do, as long as every server of this app takes the same. */
const LOCK = 7_303_014

/**
 * Brings the schema to what the code knows: applies the `NNNN_name.sql` files that are missing, in order,
 * each in its own transaction. Safe when several servers start at once: one works, the others wait.
 * @returns names of the migrations applied now, often none.
 * @throws StartError when the database is newer than the code, when an applied file was edited, or when one fails.
 */
export async function migrate(sql: Sql, dir = MIGRATIONS_DIR): Promise<string[]> {
  const migrations = await readMigrations(dir)
  const session = await sql.reserve()
  try {
    await session`select pg_advisory_lock(${LOCK})`
    try {
      return await applyMissing(session, migrations)
    } finally {
      await session`select pg_advisory_unlock(${LOCK})`
    }
  } finally {
    session.release()
  }
}

async function applyMissing(session: ReservedSql, migrations: Migration[]): Promise<string[]> {
  const applied = await readApplied(session)
  refuseForeignHistory(migrations, applied)
  const missing = migrations.slice(applied.length)
  for (const migration of missing) await apply(session, migration)
  return missing.map(({ name }) => name)
}

async function apply(session: ReservedSql, { id, name, text, checksum }: Migration): Promise<void> {
  await session`begin`
  try {
    await session.unsafe(text)
    await session`insert into schema_migrations (id, name, checksum) values (${id}, ${name}, ${checksum})`
    await session`commit`
  } catch (error) {
    await session`rollback`
    throw new StartError(`Миграция ${name} не выполнена: ${reasonOf(error)}.`, { cause: error })
  }
}

async function readApplied(session: ReservedSql): Promise<Applied[]> {
  const [found] = await session`select to_regclass('schema_migrations') is not null as there`
  if (!found?.there) {
    await session`create table schema_migrations (
      id integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`
  }
  return session<Applied[]>`select id, name, checksum from schema_migrations order by id`
}

/** What is applied must be exactly the beginning of what the code knows. */
function refuseForeignHistory(migrations: Migration[], applied: Applied[]): void {
  const known = new Map(migrations.map((migration) => [migration.id, migration]))
  const newer = applied.filter(({ id }) => !known.has(id))
  if (newer.length > 0) {
    const names = newer.map(({ name }) => name).join(', ')
    throw new StartError(
      `База данных новее приложения: в ней есть неизвестные миграции (${names}). Обновите приложение.`,
    )
  }
  for (const [index, { id, name, checksum }] of applied.entries()) {
    if (known.get(id)?.checksum !== checksum) {
      throw new StartError(
        `Миграция ${name} изменена после применения. Верните файл и напишите новую миграцию.`,
      )
    }
    const expected = migrations[index]
    if (expected?.id !== id) {
      throw new StartError(
        `Миграция ${expected?.name} появилась раньше уже применённой ${name}. Дайте ей следующий номер.`,
      )
    }
  }
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(dir, name)))
  for (const [index, { id, name }] of migrations.entries()) {
    if (migrations[index + 1]?.id === id) throw new StartError(`Две миграции с одним номером: ${name}.`)
  }
  return migrations
}

async function readMigration(dir: string, name: string): Promise<Migration> {
  const id = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
  if (!id) throw new StartError(`Имя миграции должно быть вида 0001_name.sql, а не ${name}.`)
  // A checkout on Windows may turn the line ends; that is no edit.
  const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
  return { id: Number(id), name, text, checksum: createHash('sha256').update(text).digest('hex') }
}
