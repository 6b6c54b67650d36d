import cluster from 'node:cluster'
import { resolve } from 'node:path'
import { type Config, getConfig } from './config.ts'
import { type Database, openDatabase } from './db/open.ts'
import { failureOf } from './failure.ts'
import { takePort } from './http/port/free-port.ts'
import { openPort } from './http/port/open-port.ts'
import { ofProcesses, processesOf } from './http/processes/siblings.ts'
import { openLog } from './log.ts'
import { runProcesses } from './run-processes.ts'
import { loadSecrets, secretsPathOf } from './secrets.ts'

/**
 * Opens the database, and, while PostgreSQL starts in its own process, loads the rest of the server, which is half of a start. If
 * either fails, the database is closed.
 */
const openBoth = async (open: (onLaunch: () => void) => Promise<Database>) => {
  const launched = Promise.withResolvers<void>()
  const opening = open(launched.resolve)
  try {
    // Loading blocks the thread; started earlier, it would delay the launch of the database.
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
  const log = openLog(config.LOG_LEVEL)
  const dataDir = resolve(config.DATA_DIR)
  // Only the first of several processes: one restarted next to others must not answer before it can serve.
  const port = ofProcesses.isFirst
    ? await takePort(openPort, config, config.DATABASE_URL === undefined ? dataDir : null)
    : undefined
  // With several processes, the primary process receives these messages instead.
  if (port !== undefined && cluster.isPrimary) process.send?.({ place: port.place })
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
  await runServer({ config, log, secrets, database, port })
}

/** Exits with a message: sent to the parent process, which prints it once, or else printed to stderr. */
const fail = (error: unknown): void => {
  const { message, exit_code } = failureOf(error, resolve(process.env.DATA_DIR || './data'))
  const end = () => process.exit(exit_code)
  if (process.send !== undefined && process.connected) {
    process.send({ failure: message }, undefined, undefined, end)
    return
  }
  console.error(message)
  end()
}

// The parent process is gone: release the port and the data folder, because the next start waits for both. Before the server is
// ready the process ends at once, later like after Ctrl-C.
process.on('disconnect', () => process.kill(process.pid, 'SIGINT'))

try {
  const config = getConfig(process.env)
  const processes = processesOf(config)
  await (cluster.isPrimary && processes > 1 ? runProcesses(config, processes) : start(config))
} catch (error) {
  fail(error)
}
