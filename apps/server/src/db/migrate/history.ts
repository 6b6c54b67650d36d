import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { ReservedSql } from '@podmoga/sql/sql'
import type { Migration } from './files.ts'

/** One migration that the database has, or has begun. */
export type Applied = {
  id: number
  name: string
  checksum: string
  /** Its first steps that are done; null: all of them. */
  steps: number | null
  /** Which code can live with it: any that lived with the schema before, or that of a release and newer ones. */
  lives_with: 'all' | 'known' | { release: string }
}

/**
 * What the database has, by number. `schema_migrations` is what a server must know or else refuse to start; it is all
 * that release 0.2.0 reads. `schema_changes` has every migration since; of these only a contracting one is in both, so
 * that 0.2.0 still starts on a schema that has only been expanded.
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

/** Notes, in the transaction of the step itself where it has one, that the first `steps` of a migration are done. */
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
 * Compares what the database has with what the code knows: what is applied must be the beginning of what is known, but for
 * newer migrations that this code can live with.
 * @returns names of these.
 * @throws StartError when the database is newer than the code can live with, when an applied file was edited, and when a
 * migration has slipped in before an applied one.
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

/** The version that package.json of the root names. */
async function ownRelease(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
