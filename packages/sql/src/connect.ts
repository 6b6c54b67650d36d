import pg from 'pg'
import type { Connection } from './connection.ts'
import { Timelines } from './timelines.ts'
import { DatabaseUnavailable } from './unavailable.ts'
import { columnTypes } from './values.ts'

/** What every connection of one pool has in common. */
export interface ConnectSettings {
  application_name: string | undefined
  connect_ms: number
  /** The server's own limits of a session, by their names; set on every new connection. */
  session: Limits
  /** Refuses old primaries and standbys. undefined: a standby is refused only where several hosts are named. */
  timelines?: Timelines | undefined
  /** What the server says besides its answers. */
  onNotice?: ((message: string) => void) | undefined
}

/** Settings of the server, by its own names. */
export type Limits = Record<string, string | number>

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

/** `set` statements for limits; `local`: for the transaction only. */
export const limitsOf = (limits: Limits, local = false): string[] =>
  Object.entries(limits).map(
    ([name, value]) =>
      `set ${local ? 'local ' : ''}${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(String(value))}`,
  )

/** What is asked of a new connection has a deadline as connecting has: the line may fall silent in between. */
const prepare = async (
  client: pg.Client,
  at: { host: string; port: number },
  { connect_ms, session, timelines }: ConnectSettings,
): Promise<void> => {
  const late = setTimeout(() => cut(client), connect_ms)
  try {
    // Not as start-up parameters: a pooler refuses those that it does not know.
    if (Object.keys(session).length > 0) await client.query(limitsOf(session).join('; '))
    await timelines?.admit(client, `${at.host}:${at.port}`)
  } finally {
    clearTimeout(late)
  }
}

const open = async (
  to: Connection,
  at: { host: string; port: number },
  settings: ConnectSettings,
): Promise<pg.Client> => {
  const { application_name, connect_ms, onNotice } = settings
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
  })
  // A connection may break at any moment, also between two questions: whoever asks next is told.
  client.on('error', () => undefined)
  joinWrites(client)
  if (onNotice !== undefined) client.on('notice', ({ message }) => onNotice(message ?? ''))
  try {
    await client.connect()
    await prepare(client, at, settings)
  } catch (error) {
    cut(client)
    throw error
  }
  return client
}

/**
 * Opens a connection to the first host that takes one, is no standby and was not replaced by another.
 * Throws what the server said, or DatabaseUnavailable when nothing was said.
 */
export const connect = async (to: Connection, settings: ConnectSettings): Promise<pg.Client> => {
  const hosts = hostsOf(to)
  const timelines = settings.timelines ?? (hosts.length > 1 ? new Timelines() : undefined)
  const asked = { ...settings, timelines }
  if (hosts.length > 1 && timelines?.isEmpty === true) return firstOf(to, hosts, { ...asked, timelines })
  const failures: unknown[] = []
  for (const at of hosts)
    try {
      return await open(to, at, asked)
    } catch (error) {
      failures.push(error)
    }
  throw mostTelling(failures)
}

/** A server that was refused says more than one that is silent. */
const mostTelling = (failures: readonly unknown[]): unknown => {
  const of = (code: DatabaseUnavailable['code']) =>
    failures.find((error) => error instanceof DatabaseUnavailable && error.code === code)
  return of('CONNECTION_OLD_PRIMARY') ?? of('CONNECTION_STANDBY') ?? asUnavailable(failures.at(-1))
}

/** How long the other hosts are waited for once one has answered. */
const OTHERS_MS = 1000

/**
 * With nothing known yet every host is asked: the first one that answers may be an old primary that came back. Those that
 * are silent are waited for only shortly.
 */
const firstOf = async (
  to: Connection,
  hosts: readonly { host: string; port: number }[],
  settings: ConnectSettings & { timelines: Timelines },
): Promise<pg.Client> => {
  const opened: pg.Client[] = []
  const opening = hosts.map(async (at) => {
    const client = await open(to, at, settings)
    opened.push(client)
    return client
  })
  const all = Promise.allSettled(opening)
  const enough = Promise.any(opening).then(
    () => new Promise((resolve) => setTimeout(resolve, OTHERS_MS)),
    () => undefined,
  )
  await Promise.race([all, enough])
  const chosen = opened.find((client) => !settings.timelines.isBehind(client))
  for (const one of opening)
    one.then(
      (client) => client !== chosen && cut(client),
      () => undefined,
    )
  if (chosen !== undefined) return chosen
  const failures = (await all).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  throw mostTelling(failures)
}

/** The server's own refusals stay what they are; a connection that broke has no code of its own. */
export const asUnavailable = (error: unknown): unknown =>
  error instanceof pg.DatabaseError || error instanceof DatabaseUnavailable || error instanceof TypeError
    ? error
    : new DatabaseUnavailable('CONNECTION_LOST', error instanceof Error ? error.message : String(error), {
        cause: error,
      })
