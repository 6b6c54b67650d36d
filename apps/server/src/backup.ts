// npm run backup -- [--to FOLDER|s3://bucket/prefix] [--list] [--new-key FILE]: backs up the rows, files and keys of one moment,
// while people work. --scheduled: only if a backup is due.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { writeNewKey } from './backup/keys.ts'
import { installationOf, makeBackup } from './backup/make-backup.ts'
import { listCopies, type Manifest, readManifest, sizeOf } from './backup/manifest.ts'
import { openRepository } from './backup/repository.ts'
import { isBackupDue } from './backup/schedule.ts'
import { type Config, getConfig } from './config.ts'
import { runDatabaseCommand } from './database-command.ts'
import { failCommand } from './failure.ts'
import { systemClock } from './ports/clock.ts'
import { openFiles } from './ports/open-files.ts'
import { secretsPathOf } from './secrets.ts'

const KEPT_AT_LEAST = 7
/** A backup before an upgrade must have the schema of the previous release. */
const AS_IT_IS = { migrates: false }

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} МБ`

const line = (manifest: Manifest): string => {
  const { name, made_at, files, tables } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const about = files === null ? 'без файлов' : `файлов ${files.count} (${megabytes(files.bytes)})`
  return `${name}: ${made_at}, строк ${rows} (${megabytes(sizeOf(manifest))}), ${about}`
}

const read = () => {
  try {
    return parseArgs({
      options: {
        to: { type: 'string' },
        'new-key': { type: 'string' },
        list: { type: 'boolean', default: false },
        scheduled: { type: 'boolean', default: false },
      },
    }).values
  } catch {
    throw new StartError(
      'Как звать: npm run backup -- --to ПАПКА (или s3://корзина/префикс); --list — какие копии есть; --new-key ФАЙЛ — новый ключ, чтобы их шифровать.',
    )
  }
}

const backUp = (config: Config, to: string, scheduled: boolean): Promise<void> =>
  runDatabaseCommand(async ({ sql }) => {
    const repository = await openRepository(config, to)
    const manifest = await makeBackup({
      sql,
      files: await openFiles(config),
      secrets_path: secretsPathOf(config),
      repository,
      recipient: config.BACKUP_RECIPIENT ?? null,
      keep: { days: config.BACKUP_KEEP_DAYS, least: KEPT_AT_LEAST },
      clock: systemClock,
      log: { info: () => undefined },
      isWanted: async () => !scheduled || isBackupDue(sql, systemClock.now(), config.BACKUP_EVERY_HOURS),
    })
    if (manifest === null) return console.log('Копия ещё свежая.')
    console.log(`Копия готова в ${repository.label} за ${manifest.seconds} с.\n  ${line(manifest)}`)
    if (manifest.recipient === null)
      console.log('Она не зашифрована: в ней ключи и переписка. Берегите её (или задайте BACKUP_RECIPIENT).')
    if (manifest.files !== null && manifest.files.damaged.length > 0) {
      console.log(
        `Внимание. Файлы, которых нет в хранилище или они не те: ${manifest.files.damaged.join(', ')}`,
      )
      process.exitCode = 1
    }
  }, AS_IT_IS)

const list = (config: Config, to: string): Promise<void> =>
  runDatabaseCommand(async ({ sql }) => {
    const repository = await openRepository(config, to)
    for (const name of await listCopies(repository, await installationOf(sql)))
      console.log(line(await readManifest(repository, name)))
  }, AS_IT_IS)

try {
  const { to, list: asked, scheduled, 'new-key': key } = read()
  if (key === undefined) {
    const config = getConfig(process.env)
    const destination = to ?? config.BACKUP_TO ?? resolve(config.DATA_DIR, 'backups')
    await (asked ? list(config, destination) : backUp(config, destination, scheduled))
  } else {
    const recipient = await writeNewKey(resolve(key))
    console.log(`Закрытый ключ — в ${key}: храните его не на этом сервере, без него копии не открыть.`)
    console.log(`Серверу дайте открытый: BACKUP_RECIPIENT=${recipient}`)
  }
} catch (error) {
  failCommand(error)
}
