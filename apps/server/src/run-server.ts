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
import { migrate, type Tell } from './db/migrate.ts'
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

/** Seconds that a server behind a proxy goes on after it has said that it is not ready. */
const BEHIND_PROXY_DELAY_S = 5
/** How long requests in flight may take to finish once a stop was asked for. */
const DRAIN_MS = 20_000
/** What the rest may take once nobody is connected: a store, a mail server or a database that hangs is left alone. */
const REST_MS = 2000

/**
 * Brings an opened database to what the code knows, and serves until a signal stops it; the database is then stopped too,
 * as it is when anything fails before.
 */
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
  /** Open already; undefined: one of several processes, which opens theirs. */
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
    const tell: Tell = (line, forLog) => {
      log.warn(forLog)
      process.stdout.write(`${line}\n`)
    }
    if (database.kind === 'embedded') await copyBeforeMigration(sql, config, tell)
    await migrate(sql, { tell })
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
    // Node writes it when it exits by itself; a server is more often killed. Without a cache this does nothing.
    flushCompileCache()
    const port = typeof address === 'object' && address !== null ? address.port : config.PORT
    stayUp(log)
    stopOnSignals(async (hurry) => {
      app.shutdown.begin()
      await pause(shutdownDelayMs(config), undefined, { signal: hurry }).catch(() => undefined)
      await closeApp(app, log)
      await stopDatabase(sql, database)
    })
    // Whoever started this process may start it again from now on, should it die.
    await ofProcesses.ready()
    if (!ofProcesses.isFirst) return
    greet(config, port, [
      ...likelyTypos(process.env, SETTINGS),
      ...(await lookAtDatabase(sql, systemClock.now)).map(({ detail }) => detail),
      ...(quiet ? [QUIET_LINE] : Object.values(missingChannels(world))),
    ])
    await offerSetup(world).catch((error: unknown) => {
      // A stop that cuts it off makes no failed start of this one.
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

// Every connection has listeners of its own (http/connection-guard.ts). Should one be forgotten somewhere, its error is still
// no reason to end everybody's work; anything else is: nobody knows what state it has left.
const OF_CONNECTION = /^(ERR_STREAM_|ERR_HTTP_|ECONNRESET$|ECONNABORTED$|EPIPE$)/

const stayUp = (log: Logger): void => {
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (OF_CONNECTION.test(error.code ?? ''))
      return log.error({ err: error }, 'connection error without a listener')
    log.fatal({ err: error }, 'uncaught error: the server ends')
    const end = () => process.exit(1)
    if (process.send === undefined || !process.connected) return end()
    // Whoever keeps the server running says it once, where a log of JSON is read by nobody.
    process.send({ failure: `Ошибка в сервере: ${error.name}: ${error.message}.` }, undefined, undefined, end)
  })
}

/** A store that is only away may come back; one that cannot work is a setting to be mended before anybody comes. */
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

/** An empty installation waits for its owner: one address, once. */
const offerSetup = async (world: Parameters<typeof makeSetupLink>[0]): Promise<void> => {
  const link = await makeSetupLink(world)
  if (link === null) return
  const lines = ['Здесь ещё никого нет. Первая настройка (один раз, 24 часа):', link]
  const warning = localLinksWarning(world.config.public_url)
  if (warning !== null) lines.push(warning)
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** All processes of a server have together what one alone would have. */
const connectionsOf = (config: Config): number =>
  Math.max(2, Math.floor(config.DATABASE_CONNECTIONS / processesOf(config)))

/** What a load balancer is given to notice that this server is not ready. Without one nobody is to wait. */
const shutdownDelayMs = ({ SHUTDOWN_DELAY_SECONDS, TRUST_PROXY }: Config): number =>
  (SHUTDOWN_DELAY_SECONDS ?? (TRUST_PROXY === undefined ? 0 : BEHIND_PROXY_DELAY_S)) * 1000

/** Calls `stop` at the first signal. Its `hurry` is aborted by Ctrl-C, at once or later: a terminal waits for nobody. */
const stopOnSignals = (stop: (hurry: AbortSignal) => Promise<void>): void => {
  let stopping = false
  const hurry = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (signal === 'SIGINT') hurry.abort()
      if (stopping) return
      stopping = true
      stop(hurry.signal).then(
        // 0, or that of what had it stop.
        () => process.exit(),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
}
