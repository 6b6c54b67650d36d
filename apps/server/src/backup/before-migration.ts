import { existsSync } from 'node:fs'
import { readdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lockDataDir } from '@podmoga/embedded-postgres/app-lock'
import { reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { Sql } from '@podmoga/sql/sql'
import type { Config } from '../config.ts'
import { MIGRATIONS_DIR, readMigrations } from '../db/migrate/files.ts'
import type { ReportProgress } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { systemClock } from '../ports/clock.ts'
import { secretsPathOf } from '../secrets.ts'
import { makeBackup } from './make-backup.ts'
import { listCopies, readManifest } from './manifest.ts'
import { folderRepository } from './repository.ts'
import { restoreBackup } from './restore-backup.ts'

const GIBIBYTE = 1024 ** 3
/** A larger database would delay the start by minutes and look like a hang. */
const MOST_BYTES = 10 * GIBIBYTE
const KEEP = { days: 30, least: 2 }

const folderOf = (config: Pick<Config, 'DATA_DIR'>): string => resolve(config.DATA_DIR, 'before-migration')

/** Migrations that an existing installation does not have yet; empty for a new one. */
const listPending = async (sql: Sql): Promise<string[]> => {
  const [there] = await sql<{ old: boolean; new: boolean; bytes: string }[]>`
    select to_regclass('schema_migrations') is not null as old, to_regclass('schema_changes') is not null as new`
  if (there?.old !== true) return []
  const applied = await sql.unsafe<{ id: number }[]>(
    `select id from schema_migrations ${there.new ? 'union select id from schema_changes' : ''}`,
  )
  const has = new Set(applied.map(({ id }) => id))
  if (has.size === 0) return []
  return (await readMigrations(MIGRATIONS_DIR)).filter(({ id }) => !has.has(id)).map(({ name }) => name)
}

/**
 * Copies the rows of the embedded database before migrations change it; migrations do not touch files and keys. A failed copy is
 * reported but does not stop the start: migrations are compatible with the previous release.
 */
export const copyBeforeMigration = async (
  sql: Sql,
  config: Pick<Config, 'DATA_DIR'>,
  report: ReportProgress,
): Promise<void> => {
  const pending = await listPending(sql)
  if (pending.length === 0) return
  try {
    const [size] = await sql<{ bytes: string }[]>`select pg_database_size(current_database())::text as bytes`
    if (Number(size?.bytes) > MOST_BYTES)
      throw new StartError(`база больше ${MOST_BYTES / GIBIBYTE} ГиБ, сделайте копию сами: npm run backup.`)
    const manifest = await makeBackup({
      sql,
      files: null,
      secrets_path: null,
      repository: await folderRepository(folderOf(config)),
      recipient: null,
      keep: KEEP,
      clock: systemClock,
      log: { info: () => undefined },
    })
    report(
      `Перед миграцией сделана копия базы (${manifest?.seconds} с): вернуться к ней — npm run restore -- --back.`,
      `the rows were copied before ${pending.join(', ')}: ${manifest?.name}`,
    )
  } catch (error) {
    report(
      `Внимание. Копия базы перед миграцией не сделана: ${reasonOf(error)}`,
      `no copy was made before the migration: ${reasonOf(error)}`,
    )
  }
}

/**
 * Replaces the embedded database with the rows of the copy made before the last migration; the current database is renamed, not
 * removed. Used to go back to the previous release: the schema is that of the copy. Returns the message for the operator. Throws
 * StartError.
 */
export const goBack = async (config: Config): Promise<string> => {
  if (config.DATABASE_URL !== undefined)
    throw new StartError('--back — для встроенной базы. Свою базу верните из её резервной копии.')
  const data_dir = resolve(config.DATA_DIR)
  if (!existsSync(folderOf(config))) throw new StartError(`В ${folderOf(config)} нет копий.`)
  const repository = await folderRepository(folderOf(config))
  const name = (await listCopies(repository)).at(-1)
  if (name === undefined) throw new StartError(`В ${folderOf(config)} нет целой копии.`)
  const manifest = await readManifest(repository, name)
  const aside = `pg.replaced-${new Date().toISOString().replace(/\.\d+|[-:]/g, '')}`
  // Throws if a running app holds the lock, and names it.
  const lock = lockDataDir(data_dir)
  await rename(join(data_dir, 'pg'), join(data_dir, aside)).finally(() => lock.release())
  try {
    const database = await openDatabase({ dataDir: data_dir, log: () => undefined })
    await restoreBackup({
      manifest,
      repository,
      identity: null,
      connection: database.connection,
      files: null,
      secrets_path: secretsPathOf(config),
      drafts: data_dir,
      instead: true,
      now: new Date(),
    }).finally(() => database.stop())
  } catch (error) {
    if ((await readdir(data_dir)).includes('pg'))
      await rename(join(data_dir, 'pg'), join(data_dir, `${aside}-failed`))
    await rename(join(data_dir, aside), join(data_dir, 'pg'))
    throw error
  }
  // The manifest names the release that migrated; the release of the rows follows only from their migrations.
  const last = manifest.migrations.at(-1)?.name ?? 'никакой'
  return `База — снова та, что была ${manifest.made_at}, до обновления (последняя миграция: ${last}). Запустите прежний выпуск. Что записано позже, осталось в папке ${aside}.`
}
