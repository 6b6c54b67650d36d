// npm run restore -- --from FOLDER|s3://bucket/prefix [--name COPY] [--key FILE] [--instead]: restores a copy into an empty
// installation. --back: restores the rows from before the last migration, on this machine.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { openSql } from '@podmoga/sql/sql'
import { goBack } from './backup/before-migration.ts'
import { readKey } from './backup/keys.ts'
import { listCopies, readManifest } from './backup/manifest.ts'
import { refuseOthers } from './backup/refuse-others.ts'
import { openRepository } from './backup/repository.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { type Config, getConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { databaseStartError } from './db/start-error.ts'
import { examine } from './doctor/examine.ts'
import { failCommand } from './failure.ts'
import { wordsOf } from './finding.ts'
import { QUIET_LINE } from './installation/restored.ts'
import { openFiles } from './ports/open-files.ts'
import { readSecrets, secretsPathOf } from './secrets.ts'

const read = () => {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        name: { type: 'string' },
        key: { type: 'string' },
        instead: { type: 'boolean', default: false },
        back: { type: 'boolean', default: false },
      },
    })
    return values
  } catch {
    throw new StartError(
      'Как звать: npm run restore -- --from ПАПКА (или s3://корзина/префикс) [--name КОПИЯ] [--key ФАЙЛ] [--instead, если прежней установки больше нет]; --back — вернуть базу, какой она была перед миграцией.',
    )
  }
}

const restore = async (
  config: Config,
  { from, name, key, instead }: { from: string; name?: string; key?: string; instead: boolean },
): Promise<void> => {
  const repository = await openRepository(config, from)
  const chosen = name ?? (await listCopies(repository)).at(-1)
  if (chosen === undefined) throw new StartError(`В ${repository.label} нет ни одной целой копии.`)
  const manifest = await readManifest(repository, chosen)
  const identity = key === undefined ? null : await readKey(key)
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL,
    dataDir: resolve(config.DATA_DIR),
    log: () => undefined,
  })
  const connection = database.pooler?.direct ?? database.connection
  const sql = openSql(connection, 2, { deadlines: false, application_name: 'podmoga-command' })
  try {
    await refuseOthers(sql)
    // After the database, which creates the data folder with a mode that lets its own process pass through.
    const files = await openFiles(config)
    console.log(`Восстанавливаю ${chosen} (${manifest.made_at})…`)
    await restoreBackup({
      manifest,
      repository,
      identity,
      connection,
      files,
      secrets_path: secretsPathOf(config),
      drafts: resolve(config.DATA_DIR),
      instead,
      now: new Date(),
    })
    await migrate(sql)
    const report = await examine(sql, files, {
      now: new Date(),
      deep: false,
      secrets: await readSecrets(secretsPathOf(config)),
    })
    for (const line of wordsOf(report)) console.log(line)
    console.log(instead ? 'Готово: npm start.' : `Готово: npm start. ${QUIET_LINE}`)
    if (report.findings.length > 0) process.exitCode = 1
  } catch (error) {
    throw databaseStartError(error, connection) ?? error
  } finally {
    await sql.end({ timeout: 1 })
    await database.stop()
  }
}

try {
  const { back, from, ...rest } = read()
  const config = getConfig(process.env)
  const source = from ?? config.BACKUP_TO
  if (back) console.log(await goBack(config))
  else if (source === undefined)
    throw new StartError('Откуда восстановить? --from ПАПКА или s3://корзина/префикс.')
  else await restore(config, { from: source, ...rest })
} catch (error) {
  failCommand(error)
}
