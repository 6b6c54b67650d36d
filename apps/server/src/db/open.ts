import { reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { Health, Log } from '@podmoga/embedded-postgres/supervise'
import { connect, cut } from '@podmoga/sql/connect'
import type { Connection } from '@podmoga/sql/connection'
import { ownsSessions } from '@podmoga/sql/pooler-mode'
import { readDatabaseUrl } from './database-url.ts'
import { startEmbedded } from './embedded.ts'
import { KNOWS_LETTERS, lettersRemedy } from './letters.ts'
import { databaseStartError } from './start-error.ts'

export type Database = {
  kind: 'embedded' | 'url'
  connection: Connection
  /** `connection` is a pooler in `transaction` mode, `direct` bypasses it. undefined: `connection` is the server itself. */
  pooler?: { direct: Connection } | undefined
  /** The superuser of the embedded server; for an external server the same as `connection`. */
  admin: Connection
  /** The supervisor's state. An external server is not supervised. */
  health(): Health
  /** Stops the embedded server (fast shutdown; waits for it) and releases the data folder. */
  stop(): Promise<void>
}

const OLDEST = 150_000

/**
 * Opens the app's database: the server at `databaseUrl`, or the embedded PostgreSQL 18 in `dataDir`.
 * @throws StartError with one Russian line for the operator.
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  /** Bypasses the pooler; required if `databaseUrl` is a pooler in `transaction` mode. */
  directUrl?: string | undefined
  dataDir: string
  log: Log
  /** Called when the process of the embedded server has been started; never for an external server. */
  onLaunch?: () => void
}): Promise<Database> {
  if (!options.databaseUrl)
    return { kind: 'embedded', ...(await startEmbedded(options.dataDir, options.log, {}, options.onLaunch)) }
  const checked = await checkServers(options.databaseUrl, options.directUrl)
  return {
    kind: 'url',
    ...checked,
    admin: checked.pooler?.direct ?? checked.connection,
    health: () => ({ up: true, restarts: 0 }),
    stop: async () => {},
  }
}

/** Connection options for querying the server's version and identity. */
const ASKING = { application_name: 'podmoga', connect_ms: 10_000, session: {} }

/** Returns the connections after checking that the servers are what the settings say. */
async function checkServers(
  databaseUrl: string,
  directUrl: string | undefined,
): Promise<Pick<Database, 'connection' | 'pooler'>> {
  const connection = await checkServer(databaseUrl, 'DATABASE_URL')
  if (directUrl === undefined) {
    if (await owns(connection, 'DATABASE_URL')) return { connection }
    throw new StartError(
      'Между приложением и PostgreSQL из DATABASE_URL стоит пулер в режиме transaction (PgBouncer: pool_mode). Задайте DATABASE_POOLER=transaction и DATABASE_DIRECT_URL — адрес самого PostgreSQL мимо пулера — или переведите пулер в режим session.',
    )
  }
  const direct = await checkServer(directUrl, 'DATABASE_DIRECT_URL')
  if (!(await owns(direct, 'DATABASE_DIRECT_URL')))
    throw new StartError(
      'DATABASE_DIRECT_URL тоже ведёт через пулер в режиме transaction, а нужен адрес самого PostgreSQL мимо пулера.',
    )
  if ((await identityOf(connection)) !== (await identityOf(direct)))
    throw new StartError(
      'DATABASE_URL и DATABASE_DIRECT_URL ведут в разные базы, а должны в одну: первый через пулер, второй мимо него.',
    )
  return { connection, pooler: { direct } }
}

const owns = (connection: Connection, setting: string): Promise<boolean> =>
  ownsSessions(connection, ASKING).catch((error: unknown) => {
    throw noAnswer(setting, connection, error)
  })

/** Identifies a database: its cluster's system identifier and its name. */
async function identityOf(connection: Connection): Promise<string> {
  const client = await connect(connection, ASKING)
  try {
    const { rows } = await client.query<{ identity: string }>(
      'select system_identifier || current_database() as identity from pg_control_system()',
    )
    return rows[0]?.identity ?? ''
  } finally {
    cut(client)
  }
}

async function checkServer(databaseUrl: string, setting: string): Promise<Connection> {
  const { connection, tls } = readDatabaseUrl(databaseUrl, setting)
  if (tls !== 'preferred') return askVersion(connection, setting)
  // Like libpq: TLS if the server supports it, otherwise unencrypted.
  return askVersion({ ...connection, ssl: { rejectUnauthorized: false } }, setting).catch(
    (error: unknown) => {
      if (error instanceof StartError && /does not support SSL/.test(error.message))
        return askVersion(connection, setting)
      throw error
    },
  )
}

const noAnswer = (setting: string, connection: Connection, error: unknown): StartError =>
  databaseStartError(error, connection) ??
  new StartError(`Сервер из ${setting} не отвечает: ${reasonOf(error)}.`, { cause: error })

async function askVersion(connection: Connection, setting: string): Promise<Connection> {
  try {
    const client = await connect(connection, ASKING)
    try {
      const { rows } = await client.query<{ number: number; name: string; is_fit: boolean }>(`
        select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
          ${KNOWS_LETTERS} or to_regclass('public.schema_migrations') is not null as is_fit`)
      refuseOldServer(rows[0]?.number ?? 0, rows[0]?.name ?? '?')
      if (rows[0]?.is_fit === false)
        throw new StartError(
          `База «${connection.database}» из ${setting} создана без UTF-8 или без правил для кириллицы: поиск и списки путали бы буквы. Она ещё пуста — создайте её заново: ${lettersRemedy(connection)}`,
        )
    } finally {
      cut(client)
    }
    return connection
  } catch (error) {
    throw error instanceof StartError ? error : noAnswer(setting, connection, error)
  }
}

/** @throws StartError if the server is older than the migrations require. */
export function refuseOldServer(number: number, name: string): void {
  if (number < OLDEST)
    throw new StartError(`Сервер из DATABASE_URL — PostgreSQL ${name}, а нужен 15 или новее.`)
}
