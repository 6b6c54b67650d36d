import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { ReservedSql } from '@podmoga/sql/sql'
import type { Migration } from './files.ts'

/** A migration that the database has applied or begun. */
export type Applied = {
  id: number
  name: string
  checksum: string
  /** The number of applied steps; null: all. */
  steps: number | null
  /** Code that is compatible with it: any, only code that knows the migration, or a release and newer ones. */
  lives_with: 'all' | 'known' | { release: string }
}

/**
 * Reads the applied migrations, ordered by number. `schema_migrations` lists those that a server must know to start; release
 * 0.2.0 reads only this table. `schema_changes` lists every migration since then. Only contracting ones are in both, so that
 * 0.2.0 still starts on a schema that has only been expanded.
 */
export async function readApplied(session: ReservedSql): Promise<Applied[]> {
  const [found] = await session`select to_regclass('schema_changes') is not null as there`
  if (!found?.there) await createTables(session)
  const rows = await session<
    (Omit<Applied, 'lives_with'> & { change: boolean; oldest_release: string | null })[]
  >`
    select id, name, checksum, null as steps, false as change, null as oldest_release from schema_migrations
    where id not in (select id from schema_changes)
    union all
    select id, name, checksum, case when finished_at is null then steps end, true, oldest_release from schema_changes
    order by id`
  return rows.map(({ change, oldest_release, ...row }) => ({
    ...row,
    lives_with: oldest_release !== null ? { release: oldest_release } : change ? 'all' : 'known',
  }))
}

async function createTables(session: ReservedSql): Promise<void> {
  await session`create table if not exists schema_migrations (
    id integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`
  await session`create table if not exists schema_changes (
    id integer primary key,
    name text not null,
    checksum text not null,
    steps integer not null,
    begun_at timestamptz not null default now(),
    finished_at timestamptz,
    oldest_release text
  )`
}

/** Records that the first `steps` of a migration are applied, in the step's own transaction if it has one. */
export async function noteSteps(session: ReservedSql, migration: Migration, steps: number): Promise<void> {
  const { id, name, checksum, compatibility } = migration
  const finished = steps === migration.steps.length
  if (compatibility.kind !== 'expand')
    await session`insert into schema_migrations (id, name, checksum) values (${id}, ${name}, ${checksum})
      on conflict (id) do nothing`
  if (compatibility.kind === 'unsaid') return
  const release = compatibility.kind === 'contract' ? compatibility.release : null
  await session`insert into schema_changes (id, name, checksum, steps, finished_at, oldest_release)
    values (${id}, ${name}, ${checksum}, ${steps}, case when ${finished} then now() end, ${release})
    on conflict (id) do update set steps = excluded.steps, finished_at = excluded.finished_at`
}

/**
 * Compares the applied migrations with the known ones: the applied ones must be a prefix of the known ones, except newer
 * migrations that are compatible with this code.
 * @returns the names of those newer migrations.
 * @throws StartError if the database is newer than this code is compatible with, if an applied file was edited, or if a migration
 * was inserted before an applied one.
 */
export async function compareHistory(migrations: Migration[], applied: Applied[]): Promise<string[]> {
  const known = new Map(migrations.map((migration) => [migration.id, migration]))
  const newer = applied.filter(({ id }) => !known.has(id))
  for (const one of newer) await refuseUnlivable(one)
  for (const { id, name, checksum } of applied) {
    const migration = known.get(id)
    if (migration !== undefined && migration.checksum !== checksum)
      throw new StartError(
        `Миграция ${name} изменена после применения. Верните файл и напишите новую миграцию.`,
      )
  }
  const has = new Set(applied.map(({ id }) => id))
  const last = applied.at(-1)
  const early = migrations.find(({ id }) => !has.has(id) && id < (last?.id ?? 0))
  if (early !== undefined)
    throw new StartError(
      `Миграция ${early.name} появилась раньше уже применённой ${last?.name}. Дайте ей следующий номер.`,
    )
  return newer.map(({ name }) => name)
}

async function refuseUnlivable({ name, lives_with }: Applied): Promise<void> {
  if (lives_with === 'all') return
  if (lives_with === 'known')
    throw new StartError(
      `База данных новее приложения: в ней есть неизвестная миграция (${name}). Обновите приложение.`,
    )
  const own = await ownRelease()
  if (own.localeCompare(lives_with.release, 'en', { numeric: true }) >= 0) return
  throw new StartError(
    `База данных новее приложения: с миграцией ${name} живёт выпуск ${lives_with.release} и новее, ` +
      `а это ${own}. Обновите приложение.`,
  )
}

/** Returns the version in the root package.json. */
async function ownRelease(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
