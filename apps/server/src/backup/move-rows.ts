import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { openSql, type Sql } from '@podmoga/sql/sql'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { systemClock } from '../ports/clock.ts'
import { loadRows } from './load-rows.ts'
import { makeBackup } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import { readPart } from './parts.ts'
import { refuseOthers } from './refuse-others.ts'
import { folderRepository } from './repository.ts'

const withDatabase = async <T>(
  given: { databaseUrl: string | undefined; directUrl?: string | undefined; dataDir: string },
  work: (database: Database, sql: Sql) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase({ ...given, log: () => undefined })
  const connection = database.pooler?.direct ?? database.connection
  const sql = openSql(connection, 2, { deadlines: false, application_name: 'podmoga-command' })
  try {
    await refuseOthers(sql)
    return await work(database, sql)
  } finally {
    await sql.end({ timeout: 1 })
    await database.stop()
  }
}

/**
 * Copies all rows from the configured database into an empty one: `to` is a PostgreSQL URL, or undefined for the embedded one.
 * Files and keys stay where they are, and the old database is unchanged. Neither database may be in use.
 */
export const moveRows = async (config: Config, to: string | undefined): Promise<Manifest> => {
  if ((to === undefined) === (config.DATABASE_URL === undefined))
    throw new StartError(
      to === undefined
        ? 'База уже встроенная: DATABASE_URL не задан.'
        : 'Переносят из встроенной базы в свою (--to postgres://…, без DATABASE_URL) или обратно (--to embedded, с DATABASE_URL).',
    )
  const dataDir = resolve(config.DATA_DIR)
  const source = { databaseUrl: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL, dataDir }
  const folder = await mkdtemp(join(dataDir, 'moving-'))
  try {
    const repository = await folderRepository(folder)
    const manifest = await withDatabase(source, (_database, sql) =>
      makeBackup({
        sql,
        files: null,
        secrets_path: null,
        repository,
        recipient: null,
        keep: { days: 1, least: 1 },
        clock: systemClock,
        log: { info: () => undefined },
      }),
    )
    if (manifest === null) throw new StartError('Копия не понадобилась.')
    await withDatabase({ databaseUrl: to, dataDir }, ({ connection }) =>
      loadRows(connection, manifest, {
        read: async function* ({ parts }) {
          for (const part of parts)
            yield* await readPart({ repository, identity: null }, `${manifest.name}/${part.name}`, part)
        },
        last: async () => undefined,
      }),
    )
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
