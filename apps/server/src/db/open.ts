import { reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { Health, Log } from '@podmoga/embedded-postgres/supervise'
import type { Connection } from './connection.ts'
import { readDatabaseUrl } from './database-url.ts'
import { startEmbedded } from './embedded.ts'
import { openSql } from './sql.ts'

export type Database = {
  kind: 'embedded' | 'url'
  connection: Connection
  /** The superuser of the embedded server; a server given by its address has the same as `connection`. */
  admin: Connection
  /** What supervision knows. A server given by its address is not supervised: ask it. */
  health(): Health
  /** Ends the embedded server (fast shutdown, waited for) and frees the data folder. */
  stop(): Promise<void>
}

const OLDEST = 150_000

/**
 * Opens the database the app will use: the server at `databaseUrl`, or the embedded PostgreSQL 18 under `dataDir`.
 * @throws StartError with one Russian line for whoever starts the app.
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  log: Log
  /** Called when the embedded server's process has been started; never for a server given by its address. */
  onLaunch?: () => void
}): Promise<Database> {
  if (!options.databaseUrl)
    return { kind: 'embedded', ...(await startEmbedded(options.dataDir, options.log, {}, options.onLaunch)) }
  const connection = await reachServer(options.databaseUrl)
  return {
    kind: 'url',
    connection,
    admin: connection,
    health: () => ({ up: true, restarts: 0 }),
    stop: async () => {},
  }
}

async function reachServer(databaseUrl: string): Promise<Connection> {
  const { connection, tls } = readDatabaseUrl(databaseUrl)
  if (tls !== 'preferred') return askVersion(connection)
  // As libpq does: encrypted where the server can, in clear where it cannot.
  return askVersion({ ...connection, ssl: { rejectUnauthorized: false } }).catch((error: unknown) => {
    if (error instanceof StartError && /does not support SSL/.test(error.message))
      return askVersion(connection)
    throw error
  })
}

async function askVersion(connection: Connection): Promise<Connection> {
  const sql = openSql(connection, 1, { deadlines: false, connect_ms: 10_000 })
  try {
    const [row] = await sql<{ number: number; name: string }[]>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as name`
    refuseOldServer(row?.number ?? 0, row?.name ?? '?')
    return connection
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Сервер из DATABASE_URL не отвечает: ${reasonOf(error)}.`, { cause: error })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** @throws StartError when the server is older than what the migrations are written for. */
export function refuseOldServer(number: number, name: string): void {
  if (number < OLDEST)
    throw new StartError(`Сервер из DATABASE_URL — PostgreSQL ${name}, а нужен 15 или новее.`)
}
