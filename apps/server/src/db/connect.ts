import pg from 'pg'
import { DatabaseAway } from './away.ts'
import type { Connection } from './connection.ts'
import { columnTypes } from './values.ts'

/** What every connection of one pool has in common. */
export interface ConnectSettings {
  application_name: string
  connect_ms: number
  /** The server's own limits of a session, by their names. */
  session: Record<string, string | number>
  /** What the server says besides its answers. */
  onNotice?: ((message: string) => void) | undefined
}

const APPEARS_DEAD_MS = 10_000

/** The hosts to try, with their ports: several are a cluster with its stand-ins. */
const hostsOf = ({ host, port }: Connection): { host: string; port: number }[] =>
  host.startsWith('/')
    ? [{ host, port }]
    : host.split(',').map((one) => {
        const own = /^(.*):(\d+)$/.exec(one)
        return own === null ? { host: one, port } : { host: own[1] ?? one, port: Number(own[2]) }
      })

/** Ends a connection at once, whatever it waits for: a goodbye may never be read. */
export const cut = (client: pg.Client): void => {
  client.connection.stream.destroy()
  client.end().catch(() => undefined)
}

/** The driver hands over a statement in four pieces: one buffer costs the kernel, and us, a third less. */
const joinWrites = (client: pg.Client): void => {
  const { stream } = client.connection
  stream._writev = (chunks, done) =>
    stream._write(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), 'buffer' as BufferEncoding, done)
}

const open = async (
  to: Connection,
  at: { host: string; port: number },
  { application_name, connect_ms, session, onNotice }: ConnectSettings,
): Promise<pg.Client> => {
  const client = new pg.Client({
    host: at.host,
    port: at.port,
    user: to.username,
    database: to.database,
    password: to.password ?? '',
    ssl: to.ssl ?? false,
    application_name,
    connectionTimeoutMillis: connect_ms,
    keepAlive: true,
    keepAliveInitialDelayMillis: APPEARS_DEAD_MS,
    types: columnTypes,
    options: Object.entries(session)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  // A connection may break at any moment, also between two questions: whoever asks next is told.
  client.on('error', () => undefined)
  joinWrites(client)
  if (onNotice !== undefined) client.on('notice', ({ message }) => onNotice(message ?? ''))
  try {
    await client.connect()
  } catch (error) {
    cut(client)
    throw error
  }
  return client
}

/**
 * Opens a connection to the first host that takes one and is no stand-in.
 * Throws what the server said, or DatabaseAway when nothing was said.
 */
export const connect = async (to: Connection, settings: ConnectSettings): Promise<pg.Client> => {
  const hosts = hostsOf(to)
  let failure: unknown
  for (const at of hosts)
    try {
      const client = await open(to, at, settings)
      if (hosts.length === 1 || !(await isStandIn(client))) return client
      cut(client)
      failure = new DatabaseAway('CONNECTION_LOST', 'no server of the cluster takes writes')
    } catch (error) {
      failure = error
    }
  throw asAway(failure)
}

const isStandIn = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ stands_in: boolean }>('select pg_is_in_recovery() as stands_in')
  return rows[0]?.stands_in === true
}

/** The server's own refusals stay what they are; a connection that broke has no code of its own. */
export const asAway = (error: unknown): unknown =>
  error instanceof pg.DatabaseError || error instanceof DatabaseAway || error instanceof TypeError
    ? error
    : new DatabaseAway('CONNECTION_LOST', error instanceof Error ? error.message : String(error), {
        cause: error,
      })
