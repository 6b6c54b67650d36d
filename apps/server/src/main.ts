import { resolve } from 'node:path'
import { startErrorOf } from '@podmoga/embedded-postgres/start-error'
import { pino } from 'pino'
import { type Config, ConfigError, getConfig } from './config.ts'
import { type Database, openDatabase } from './db/open.ts'
import { checkPort } from './http/free-port.ts'
import { StoreUnavailable } from './ports/files.ts'
import { loadSecrets, secretsPathOf } from './secrets.ts'

/**
 * Opens the database and meanwhile, while PostgreSQL starts as a process of its own, loads the rest of the server: half of
 * a start. Both or none: what fails leaves no database behind.
 */
const openBoth = async (open: (onLaunch: () => void) => Promise<Database>) => {
  const launched = Promise.withResolvers<void>()
  const opening = open(launched.resolve)
  try {
    // Loading holds the thread: earlier, it would only keep the database from being launched.
    await Promise.race([launched.promise, opening])
    const { runServer } = await import('./run-server.ts')
    return { runServer, database: await opening }
  } catch (error) {
    const database = await opening.catch(() => null)
    await database?.stop()
    throw error
  }
}

const start = async (config: Config): Promise<void> => {
  const log = pino({
    level: config.LOG_LEVEL,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
  })
  await checkPort(config.HOST, config.PORT)
  const dataDir = resolve(config.DATA_DIR)
  const secrets = await loadSecrets(secretsPathOf(config))
  const { runServer, database } = await openBoth((onLaunch) =>
    openDatabase({
      databaseUrl: config.DATABASE_URL,
      directUrl: config.DATABASE_DIRECT_URL,
      dataDir,
      log: (line, detail) => log.info(detail ?? {}, line),
      onLaunch,
    }),
  )
  await runServer({ config, log, secrets, database })
}

try {
  await start(getConfig(process.env))
} catch (error) {
  const expected =
    error instanceof ConfigError || error instanceof StoreUnavailable
      ? error
      : startErrorOf(error, resolve(process.env.DATA_DIR || './data'))
  console.error(expected?.message ?? error)
  process.exit(1)
}
