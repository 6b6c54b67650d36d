import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lockDataDir } from './app-lock.ts'
import { filesOwner, makeDataDir, prepareCluster } from './cluster.ts'
import type { Connection, Log } from './connection.ts'
import { type LaunchOptions, launch, type PgProcess, stopProcess } from './embedded-process.ts'
import { endLeftovers, signal } from './leftovers.ts'
import { findPgBinaries } from './pg-binaries.ts'
import { chooseRunAs } from './run-as.ts'
import { removeSocketDir, SOCKET_NAME, socketDirFor } from './socket-dir.ts'
import { openSql } from './sql.ts'
import { reasonOf, StartError, startErrorOf } from './start-error.ts'

export type EmbeddedHealth = {
  up: boolean
  pid?: number
  /** How often the server had to be started again since the app began. */
  restarts: number
  /** Why the last start failed or the server went away. */
  last_failure?: string
}

export type Embedded = {
  /** The application's own role: owner of its database, no superuser. */
  connection: Connection
  /** The superuser, for maintenance (amcheck, statistics, test databases). */
  admin: Connection
  health(): EmbeddedHealth
  stop(): Promise<void>
}

/** A server that stayed up this long starts its next back-off from the beginning. */
const STEADY_MS = 10_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/**
 * Starts PostgreSQL on `dataDir/pg`, ends what an earlier run left there, and keeps it running until `stop()`.
 * @throws StartError when another app holds the folder or the server cannot start.
 */
export async function startEmbedded(
  givenDir: string,
  log: Log,
  settings: Record<string, string> = {},
): Promise<Embedded> {
  await makeDataDir(givenDir)
  const dataDir = await realpath(givenDir)
  const lock = lockDataDir(dataDir)
  try {
    const options = await prepare(dataDir, log, settings)
    const server = await supervise(options, log)
    const admin = address(options.socketDir, 'postgres', 'postgres')
    try {
      await ensureOwnDatabase(admin)
    } catch (error) {
      await server.stop()
      throw error
    }
    return {
      connection: address(options.socketDir, 'podmoga', 'podmoga'),
      admin,
      health: server.health,
      async stop() {
        await server.stop()
        await removeSocketDir(options.socketDir, options.clusterDir)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw (
      startErrorOf(error, dataDir) ??
      new StartError(`База данных в ${dataDir} не запустилась: ${reasonOf(error)}`, { cause: error })
    )
  }
}

async function prepare(dataDir: string, log: Log, settings: Record<string, string>): Promise<LaunchOptions> {
  const clusterDir = join(dataDir, 'pg')
  const binaries = await findPgBinaries(join(dataDir, 'pg-lib'))
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(binaries.libraryPath ? { LD_LIBRARY_PATH: binaries.libraryPath } : {}),
  }
  const runAs = await chooseRunAs(binaries.postgres, dataDir, await filesOwner(clusterDir), env)
  const ended = await endLeftovers(clusterDir)
  if (ended > 0) log('a database left by an earlier run was ended', { processes: ended })
  const created = await prepareCluster(clusterDir, binaries, runAs, env)
  log(created ? 'the embedded database was created' : 'the embedded database is opened', {
    dir: clusterDir,
    as: runAs.label,
  })
  return {
    postgres: binaries.postgres,
    clusterDir,
    socketDir: await socketDirFor(clusterDir),
    runAs,
    env,
    settings,
  }
}

async function supervise(options: LaunchOptions, log: Log) {
  let current: PgProcess | undefined = await launch(options)
  let restarts = 0
  let lastFailure: string | undefined
  const stopping = new AbortController()
  const onExit = () => {
    if (current) signal(current.pid, 'SIGINT')
  }
  process.once('exit', onExit)

  const watch = async (first: PgProcess) => {
    let running = first
    let wait = FIRST_PAUSE_MS
    while (!stopping.signal.aborted) {
      const since = performance.now()
      lastFailure = await running.exited
      current = undefined
      if (stopping.signal.aborted) return
      log('the database has stopped and is started again', { cause: lastFailure })
      if (performance.now() - since > STEADY_MS) wait = FIRST_PAUSE_MS
      const next = await startAgain()
      if (!next) return
      running = next
    }

    async function startAgain(): Promise<PgProcess | undefined> {
      while (!stopping.signal.aborted) {
        await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
        wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
        if (stopping.signal.aborted) return undefined
        try {
          await endLeftovers(options.clusterDir)
          current = await launch(options)
          restarts += 1
          log('the database works again', { restarts })
          return current
        } catch (error) {
          lastFailure = reasonOf(error)
          log('the database does not start', { cause: lastFailure, next_try_ms: wait })
        }
      }
      return undefined
    }
  }
  const watching = watch(current)

  return {
    health: (): EmbeddedHealth => ({
      up: current !== undefined,
      ...(current ? { pid: current.pid } : {}),
      restarts,
      ...(lastFailure === undefined ? {} : { last_failure: lastFailure }),
    }),
    async stop() {
      stopping.abort()
      if (current) await stopProcess(current)
      // A start that was under way when the stop came ends only now.
      await watching
      if (current) await stopProcess(current)
      process.off('exit', onExit)
    },
  }
}

function address(socketDir: string, username: string, database: string): Connection {
  return {
    host: socketDir,
    port: 5432,
    path: join(socketDir, SOCKET_NAME),
    username,
    database,
  }
}

/** Looked at on every start, so a start that was cut off between the two statements is completed by the next one. */
async function ensureOwnDatabase(admin: Connection): Promise<void> {
  const sql = openSql(admin, 1, { deadlines: false })
  try {
    const [role] = await sql`select 1 from pg_roles where rolname = 'podmoga'`
    if (!role) await sql`create role podmoga login`
    const [database] = await sql`select 1 from pg_database where datname = 'podmoga'`
    if (!database) await sql`create database podmoga owner podmoga`
  } finally {
    await sql.end()
  }
}
