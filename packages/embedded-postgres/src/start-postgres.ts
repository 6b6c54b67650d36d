import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir } from './app-lock.ts'
import { filesOwner, makeDataDir, prepareCluster } from './cluster.ts'
import type { LaunchOptions } from './launch.ts'
import { endLeftovers } from './leftovers.ts'
import { findPgBinaries } from './pg-binaries.ts'
import { chooseRunAs } from './run-as.ts'
import { removeSocketDir, SOCKET_NAME, socketDirFor } from './socket-dir.ts'
import { reasonOf, StartError, startErrorOf } from './start-error.ts'
import { type Log, type Supervised, supervise } from './supervise.ts'

/** The address of a database: a Unix socket, without a password. */
export interface SocketAddress {
  /** The folder with the socket. */
  host: string
  port: number
  /** The path of the socket. */
  path: string
  username: string
  database: string
}

export interface RunningPostgres extends Supervised {
  /** Returns the address of a database for a role; the superuser and its database are both named `postgres`. */
  address: (username: string, database: string) => SocketAddress
}

/**
 * Starts PostgreSQL on `dataDir/pg`, stops processes left by an earlier run, and keeps the server running until `stop()`.
 * @param given.settings override the default settings of the server.
 * @param given.onLaunch called when the server's process has been started: a moment for long work that needs no database.
 * @param given.prepare must succeed before the server is returned; if it fails, the server is stopped.
 * @throws StartError if another app holds the folder or the server cannot start.
 */
export const startPostgres = async (
  givenDir: string,
  given: {
    log: Log
    settings?: Record<string, string>
    onLaunch?: (() => void) | undefined
    prepare?: (address: RunningPostgres['address']) => Promise<void>
  },
): Promise<RunningPostgres> => {
  await makeDataDir(givenDir)
  const dataDir = await realpath(givenDir)
  const lock = lockDataDir(dataDir)
  try {
    const options = await makeReady(dataDir, given.log, given.settings ?? {})
    const server = await supervise({ ...options, onLaunch: given.onLaunch }, given.log)
    const address: RunningPostgres['address'] = (username, database) => ({
      host: options.socketDir,
      port: 5432,
      path: join(options.socketDir, SOCKET_NAME),
      username,
      database,
    })
    try {
      await given.prepare?.(address)
    } catch (error) {
      await server.stop()
      throw error
    }
    return {
      address,
      health: server.health,
      stop: async () => {
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

const makeReady = async (
  dataDir: string,
  log: Log,
  settings: Record<string, string>,
): Promise<LaunchOptions> => {
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
  const { postgres } = binaries
  return { postgres, clusterDir, socketDir: await socketDirFor(clusterDir), runAs, env, settings }
}
