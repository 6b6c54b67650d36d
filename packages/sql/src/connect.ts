import pg from 'pg'
import type { Connection } from './connection.ts'
import { Timelines } from './timelines.ts'
import { DatabaseUnavailable } from './unavailable.ts'
import { columnTypes } from './values.ts'

/** Settings shared by all connections of a pool. */
export interface ConnectSettings {
  application_name: string | undefined
  connect_ms: number
  /** Session limits by their PostgreSQL names; set on every new connection. */
  session: Limits
  /** Rejects old primaries and standbys. undefined: standbys are rejected only if several hosts are given. */
  timelines?: Timelines | undefined
  /** Receives the server's notices. */
  onNotice?: ((message: string) => void) | undefined
}

/** PostgreSQL settings by name. */
export type Limits = Record<string, string | number>

const APPEARS_DEAD_MS = 10_000

/** The hosts to try, with ports; several hosts are one cluster with its standbys. */
const hostsOf = ({ host, port }: Connection): { host: string; port: number }[] =>
  host.startsWith('/')
    ? [{ host, port }]
    : host.split(',').map((one) => {
        const own = /^(.*):(\d+)$/.exec(one)
        return own === null ? { host: one, port } : { host: own[1] ?? one, port: Number(own[2]) }
      })

/** Closes a connection at once, whatever it waits for: a Terminate message might never be read. */
export const cut = (client: pg.Client): void => {
  client.connection.stream.destroy()
  client.end().catch(() => undefined)
}

/** The driver writes a statement in four chunks; joining them into one buffer takes a third less CPU in the kernel and here. */
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

/** The first queries on a new connection have a deadline like connecting itself: the line may go silent in between. */
const prepare = async (
  client: pg.Client,
  at: { host: string; port: number },
  { connect_ms, session, timelines }: ConnectSettings,
): Promise<void> => {
  const late = setTimeout(() => cut(client), connect_ms)
  try {
    // Not as startup parameters: a pooler rejects unknown ones.
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
  // A connection may break at any time, even while idle; the next query reports it.
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
 * Connects to the first host that accepts, is not a standby and has not been replaced by another primary. Throws the server's
 * error, or DatabaseUnavailable if there was no answer.
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

/** An error about a rejected server is more useful than a timeout. */
const mostTelling = (failures: readonly unknown[]): unknown => {
  const of = (code: DatabaseUnavailable['code']) =>
    failures.find((error) => error instanceof DatabaseUnavailable && error.code === code)
  return of('CONNECTION_OLD_PRIMARY') ?? of('CONNECTION_STANDBY') ?? asUnavailable(failures.at(-1))
}

/** How long to wait for the other hosts after one has answered. */
const OTHERS_MS = 1000

/**
 * If no timeline is known yet, all hosts are asked: the first to answer may be an old primary that came back. Silent hosts are
 * waited for only briefly.
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

/** Errors of the server are returned unchanged; a broken connection has no code of its own. */
export const asUnavailable = (error: unknown): unknown =>
  error instanceof pg.DatabaseError || error instanceof DatabaseUnavailable || error instanceof TypeError
    ? error
    : new DatabaseUnavailable('CONNECTION_LOST', error instanceof Error ? error.message : String(error), {
        cause: error,
      })
