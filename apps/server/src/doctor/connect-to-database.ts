import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SOCKET_NAME, socketDirFor } from '@podmoga/embedded-postgres/socket-dir'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { Timelines } from '@podmoga/sql/timelines'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open.ts'

/** The access that a command needs to the database. */
export type Access = 'read' | 'write'

const connect = (connection: Connection, access: Access): Sql =>
  openSql(connection, 2, {
    application_name: 'podmoga-command',
    deadlines: false,
    connect_ms: 5000,
    timelines: access === 'write' ? new Timelines() : undefined,
    session: {
      default_transaction_read_only: access === 'read' ? 'on' : 'off',
      statement_timeout: 300_000,
    },
  })

/** Connects to the embedded database of a running app; null if none responds. */
const connectToRunning = async (cluster_dir: string, access: Access): Promise<Sql | null> => {
  const socket_dir = await socketDirFor(cluster_dir)
  const path = join(socket_dir, SOCKET_NAME)
  if (!existsSync(path)) return null
  const running = { host: socket_dir, port: 5432, path, username: 'podmoga', database: 'podmoga' }
  const sql = connect(running, access)
  try {
    await sql`select 1`
    return sql
  } catch {
    await sql.end({ timeout: 1 })
    return null
  }
}

/**
 * Connects to the app's database: the server at DATABASE_URL, the embedded one of a running app, or the embedded one, started for
 * this call. `close` stops what was started. Throws StartError with one Russian line.
 */
export const connectToDatabase = async (
  config: Config,
  access: Access = 'read',
): Promise<{ sql: Sql; close: () => Promise<void> }> => {
  const data_dir = resolve(config.DATA_DIR)
  if (config.DATABASE_URL === undefined) {
    if (!existsSync(join(data_dir, 'pg'))) throw new StartError(`В папке ${data_dir} нет базы данных.`)
    const running = await connectToRunning(join(await realpath(data_dir), 'pg'), access)
    if (running !== null) return { sql: running, close: () => running.end({ timeout: 1 }) }
  }
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL,
    dataDir: data_dir,
    log: () => undefined,
  })
  const sql = connect(database.pooler?.direct ?? database.connection, access)
  return {
    sql,
    close: async () => {
      await sql.end({ timeout: 1 })
      await database.stop()
    },
  }
}
