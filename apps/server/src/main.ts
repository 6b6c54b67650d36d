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
  const log = openLog(config.LOG_LEVEL)
  const dataDir = resolve(config.DATA_DIR)
  // Of several the first one alone: one that is started again beside others answers nobody before it can serve.
  const port = ofProcesses.isFirst
    ? await takePort(openPort, config, config.DATABASE_URL === undefined ? dataDir : null)
    : undefined
  // Of several processes their own keeper hears what they say.
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

/** Ends the process with a line about why: to whoever keeps it running, who says it once, or else to stderr. */
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

// Whoever keeps the server running is gone, however it ended: the port and the data folder are not held any longer. Before
// the server is ready this ends it at once, after that like Ctrl-C: whoever starts again waits for both.
process.on('disconnect', () => process.kill(process.pid, 'SIGINT'))

try {
  const config = getConfig(process.env)
  const processes = processesOf(config)
  await (cluster.isPrimary && processes > 1 ? runProcesses(config, processes) : start(config))
} catch (error) {
  fail(error)
}
