import postgres from 'postgres'
import { type EmbeddedHealth, startEmbedded } from './embedded.ts'
import { reasonOf, StartError } from './start-error.ts'

/** One line for the people who run the server, and its facts. */
export type Log = (line: string, detail?: object) => void

/** Where the database answers; spread into `postgres({ ...connection, max })`. */
export type Connection = {
  host: string
  port: number
  /** The Unix socket itself; then host and port are only names. */
  path?: string
  database: string
  username: string
  password?: string
  /** Seconds before the client connects again, by attempt: its own default would sleep up to 20 s past a restart. */
  backoff(attempt: number): number
  ssl?: 'require' | 'allow' | 'prefer' | 'verify-full' | boolean | object
}

export type Database = {
  kind: 'embedded' | 'url'
  connection: Connection
  /** The superuser of the embedded server; a server given by its address has the same as `connection`. */
  admin: Connection
  /** What supervision knows. A server given by its address is not supervised: ask it. */
  health(): EmbeddedHealth
  /** Ends the embedded server (fast shutdown, waited for) and frees the data folder. */
  stop(): Promise<void>
}

/** Soon after the first failure, at most a second later ever after. */
export const reconnectAfter = (attempt: number): number => Math.min(0.05 * 2 ** attempt, 1)

const OLDEST = 150_000

/**
 * Opens the database the app will use: the server at `databaseUrl`, or the embedded PostgreSQL 18 under `dataDir`.
 * @throws StartError with one Russian line for whoever starts the app.
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  log: Log
}): Promise<Database> {
  if (!options.databaseUrl)
    return { kind: 'embedded', ...(await startEmbedded(options.dataDir, options.log)) }
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
  const sql = client(databaseUrl)
  try {
    const [row] = await sql<{ number: number; name: string }[]>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as name`
    refuseOldServer(row?.number ?? 0, row?.name ?? '?')
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Сервер из DATABASE_URL не отвечает: ${reasonOf(error)}.`, { cause: error })
  } finally {
    await sql.end({ timeout: 1 })
  }
  const { host, port, path, database, user, pass, ssl } = sql.options
  return {
    // Several hosts are a cluster with its stand-ins: the client tries them in turn.
    host:
      host.length > 1
        ? host.map((name, index) => `${name}:${port[index]}`).join(',')
        : (host[0] ?? 'localhost'),
    port: port[0] ?? 5432,
    ...(path ? { path } : {}),
    database,
    username: user,
    backoff: reconnectAfter,
    ...(pass === null ? {} : { password: String(pass) }),
    ...(ssl ? { ssl } : {}),
  }
}

/** @throws StartError when the server is older than what the migrations are written for. */
export function refuseOldServer(number: number, name: string): void {
  if (number < OLDEST)
    throw new StartError(`Сервер из DATABASE_URL — PostgreSQL ${name}, а нужен 15 или новее.`)
}

function client(databaseUrl: string) {
  const url = URL.parse(databaseUrl)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    // The address holds a password: not even its wrong form is repeated.
    throw new StartError(
      'DATABASE_URL не похож на адрес PostgreSQL (postgres://имя:пароль@сервер:5432/база).',
    )
  }
  // The usual form for a server behind a Unix socket, which this client does not know: `?host=/run/postgresql`.
  const socketDir = url.searchParams.get('host')
  url.searchParams.delete('host')
  return postgres(socketDir ? url.href : databaseUrl, {
    ...(socketDir ? { host: socketDir } : {}),
    max: 1,
    connect_timeout: 10,
    onnotice: () => {},
  })
}
