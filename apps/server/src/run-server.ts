import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { openSql } from '@podmoga/sql/sql'
import { Timelines } from '@podmoga/sql/timelines'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { copyBeforeMigration } from './backup/before-migration.ts'
import { makeSetupLink } from './business/business.module.ts'
import { type Config, SETTINGS } from './config.ts'
import { readDatabaseUrl } from './db/database-url.ts'
import { migrate, type ReportProgress } from './db/migrate.ts'
import type { Database } from './db/open.ts'
import { databaseStartError } from './db/start-error.ts'
import { DEMO_SIGN_INS, seed } from './demo/seed.ts'
import { listenError } from './http/port/free-port.ts'
import { LISTEN_BACKLOG, type OpenPort } from './http/port/open-port.ts'
import { ofProcesses, processesOf } from './http/processes/siblings.ts'
import { checkStoreWhenThere } from './installation/await-store.ts'
import { checkKeys } from './installation/check-installation.ts'
import { likelyTypos } from './installation/likely-typos.ts'
import { lookAtDatabase } from './installation/look-at-database.ts'
import { isRestored, QUIET_LINE, quietPorts } from './installation/restored.ts'
import { shareTimelines } from './installation/share-timelines.ts'
import { localLinksWarning } from './pages/local-links.ts'
import { systemClock } from './ports/clock.ts'
import { type Files, StoreMisconfigured, StoreUnavailable } from './ports/files.ts'
import { missingChannels } from './ports/missing-channels.ts'
import { openFiles } from './ports/open-files.ts'
import { openMail } from './ports/open-mail.ts'
import { openSms } from './ports/open-sms.ts'
import type { Secrets } from './secrets.ts'

/** Seconds that a server behind a proxy keeps serving after it has reported that it is not ready. */
const BEHIND_PROXY_DELAY_S = 5
/** How long requests in flight may take to finish after a stop was requested. */
const DRAIN_MS = 20_000
/** The time limit for the rest after all connections are closed: a hanging store, mail server or database is abandoned. */
const REST_MS = 2000

/** Migrates the opened database and serves until a signal arrives. The database is then closed, also if a step before fails. */
export const runServer = async ({
  config,
  log,
  secrets,
  database,
  port: open,
}: {
  config: Config
  log: Logger
  secrets: Secrets
  database: Database
  /** Opened already; undefined: one of several processes, which opens its own. */
  port: OpenPort | undefined
}): Promise<void> => {
  const timelines =
    database.kind === 'url'
      ? new Timelines({ onRefused: (reason) => log.warn({ reason }, 'a database server is refused') })
      : undefined
  const sql = openSql(database.connection, connectionsOf(config), {
    application_name: 'podmoga',
    pooler: database.pooler,
    timelines,
    replicas: config.DATABASE_REPLICA_URLS?.map(
      (url) => readDatabaseUrl(url, 'DATABASE_REPLICA_URLS').connection,
    ),
  })
  try {
    const files = await openFiles(config)
    if (timelines !== undefined) await shareTimelines(timelines, files, log)
    const report: ReportProgress = (line, forLog) => {
      log.warn(forLog)
      process.stdout.write(`${line}\n`)
    }
    if (database.kind === 'embedded') await copyBeforeMigration(sql, config, report)
    await migrate(sql, { report })
    await checkKeys({ config, sql, secrets, files })
    await lookAtStore(files, log)
    await checkStoreWhenThere({ config, sql, secrets, files }, log, (error) => {
      if (process.send === undefined || !process.connected) console.error(error.message)
      else process.send({ failure: error.message })
      process.exitCode = 1
      process.kill(process.pid, 'SIGTERM')
    })
    const quiet = await isRestored(sql)
    const world = {
      config,
      sql,
      files,
      mail: openMail(config),
      sms: openSms(config),
      clock: systemClock,
      secrets,
      log,
      ...(quiet ? quietPorts : {}),
    }
    await seed(world)
    const app = await buildApp(world, open)
    await ofProcesses.built()
    await app
      .listen({ host: config.HOST, port: config.PORT, backlog: LISTEN_BACKLOG })
      .catch((error: unknown) => {
        throw listenError(error, config.HOST, config.PORT)
      })
    const address = app.server.address()
    // Node writes the cache only when it exits by itself, but a server is usually killed. Does nothing without a cache.
    flushCompileCache()
    const port = typeof address === 'object' && address !== null ? address.port : config.PORT
    stayUp(log)
    stopOnSignals(async (hurry) => {
      app.shutdown.begin()
      await pause(shutdownDelayMs(config), undefined, { signal: hurry }).catch(() => undefined)
      await closeApp(app, log)
      await stopDatabase(sql, database)
    })
    // From here on the parent process may restart this one if it dies.
    await ofProcesses.ready()
    if (!ofProcesses.isFirst) return
    greet(config, port, [
      ...likelyTypos(process.env, SETTINGS),
      ...(await lookAtDatabase(sql, systemClock.now)).map(({ detail }) => detail),
      ...(quiet ? [QUIET_LINE] : Object.values(missingChannels(world))),
    ])
    await offerSetup(world).catch((error: unknown) => {
      // If a stop interrupts it, the start has not failed.
      if (!app.shutdown.isBegun()) throw error
    })
  } catch (error) {
    await stopDatabase(sql, database)
    throw (database.kind === 'url' && databaseStartError(error, database.connection)) || error
  }
}

const closeApp = async (app: FastifyInstance, log: Logger): Promise<void> => {
  const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  const rest = once(app.server, 'close')
    .then(() => pause(REST_MS))
    .then(() => log.warn('the stop did not wait for everything'))
  await Promise.race([app.close(), rest])
  clearTimeout(force)
}

// Every connection has its own listeners (http/connection-guard.ts). If one is missing, its error must not end all other work.
// After any other error the state of the process is unknown.
const OF_CONNECTION = /^(ERR_STREAM_|ERR_HTTP_|ECONNRESET$|ECONNABORTED$|EPIPE$)/

const stayUp = (log: Logger): void => {
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (OF_CONNECTION.test(error.code ?? ''))
      return log.error({ err: error }, 'connection error without a listener')
    log.fatal({ err: error }, 'uncaught error: the server ends')
    const end = () => process.exit(1)
    if (process.send === undefined || !process.connected) return end()
    // The parent process prints the reason, since a JSON log is not read by anyone at once.
    process.send({ failure: `Ошибка в сервере: ${error.name}: ${error.message}.` }, undefined, undefined, end)
  })
}

/** An unavailable store may come back; a misconfigured one needs the operator and stops the start. */
const lookAtStore = async (files: Files, log: Logger): Promise<void> => {
  try {
    await files.check()
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || error instanceof StoreMisconfigured) throw error
    log.error({ err: error }, 'the store of files is away: not ready until it is back')
  }
}

const stopDatabase = async (
  sql: { end: (how: { timeout: number }) => Promise<void> },
  database: Database,
) => {
  await sql.end({ timeout: 2 })
  await database.stop()
}

const greet = (config: Config, port: number, warnings: readonly string[]): void => {
  const lines = [`${config.BRAND} работает: ${config.PUBLIC_URL ?? `http://localhost:${port}`}`]
  if (config.seed.includes('demo')) {
    lines.push('Демонстрационные входы:')
    for (const person of DEMO_SIGN_INS)
      lines.push(`  ${person.login.padEnd(22)} ${person.password.padEnd(15)} ${person.who}`)
  }
  for (const warning of warnings) lines.push(`Внимание. ${warning}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Prints the setup link of an empty installation, once. */
const offerSetup = async (world: Parameters<typeof makeSetupLink>[0]): Promise<void> => {
  const link = await makeSetupLink(world)
  if (link === null) return
  const lines = ['Здесь ещё никого нет. Первая настройка (один раз, 24 часа):', link]
  const warning = localLinksWarning(world.config.public_url)
  if (warning !== null) lines.push(warning)
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** The processes of a server share the connections that a single one would have. */
const connectionsOf = (config: Config): number =>
  Math.max(2, Math.floor(config.DATABASE_CONNECTIONS / processesOf(config)))

/** The time for a load balancer to notice that this server is not ready; 0 without a proxy. */
const shutdownDelayMs = ({ SHUTDOWN_DELAY_SECONDS, TRUST_PROXY }: Config): number =>
  (SHUTDOWN_DELAY_SECONDS ?? (TRUST_PROXY === undefined ? 0 : BEHIND_PROXY_DELAY_S)) * 1000

/**
 * Calls `stop` on the first signal. `hurry` is aborted by Ctrl-C, at once or later, because a user at a terminal should not wait.
 */
const stopOnSignals = (stop: (hurry: AbortSignal) => Promise<void>): void => {
  let stopping = false
  const hurry = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (signal === 'SIGINT') hurry.abort()
      if (stopping) return
      stopping = true
      stop(hurry.signal).then(
        // 0, or the exit code set by the cause of the stop.
        () => process.exit(),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
}
