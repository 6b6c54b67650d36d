import type { Connection } from './connection.ts'
import type { PoolUse } from './connection-slots.ts'
import type { Rows } from './exchange.ts'
import { listen } from './listen.ts'
import { makePing } from './ping.ts'
import { Pool } from './pool.ts'
import { Query } from './query.ts'
import { openReplicas, type ReplicaUse } from './replicas.ts'
import { type Fragment, identifier, rowsOf, type Statement } from './statement.ts'
import type { Timelines } from './timelines.ts'
import { type Runner, transaction } from './transaction.ts'
import { Json, type Value } from './values.ts'

export { type Fragment, seldom } from './statement.ts'

type Row = Record<string, unknown>

/** The tag that turns a template into a statement with parameters, and what may stand in one besides values. */
export interface Db {
  <T extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly (Value | Fragment)[]
  ): Query<T>
  /** A name of the schema. */
  (name: string): Fragment
  /** `(columns) values (…)` of a row or of several, of the named columns or of all. */
  (rows: object | readonly object[], ...columns: string[]): Fragment
  json: (value: unknown) => Json
  /** A text as it stands: a whole statement, or a part of one. */
  unsafe: <T extends readonly object[] = Row[]>(text: string) => Query<T>
}

/** One transaction: all or nothing, on a connection of its own. */
export interface TransactionSql extends Db {
  /**
   * Leaves a statement for the end, after all that is done here; those that were left go in their order, the last of them
   * in one write with the commit. For what takes a lock that others wait for: it is held for no round trip of ours.
   */
  atCommit: (query: Query<readonly object[]>) => void
}

/** One connection for as long as it is needed, without deadlines. */
export interface ReservedSql extends Db {
  release: () => void
}

/** The pool, with what concerns all of its connections. */
export interface Sql extends Db {
  /**
   * Commits what `work` has done when it succeeds, and undoes all of it when it throws, when a statement failed, or when
   * the connection breaks. `how`: what follows `begin`, for instance an isolation level.
   */
  begin: {
    <T>(work: (tx: TransactionSql) => T | Promise<T>): Promise<Awaited<T>>
    <T>(how: string, work: (tx: TransactionSql) => T | Promise<T>): Promise<Awaited<T>>
  }
  reserve: () => Promise<ReservedSql>
  /**
   * Runs `work` on a replica that has all that was committed before this call, else here. It only reads, and may be run
   * twice: a replica can fail amid it.
   */
  onReplica: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /**
   * Hears a channel until `unlisten`, over lost connections: `onListening` is called whenever hearing begins (anew).
   * Settles when it does for the first time.
   */
  listen: (
    channel: string,
    onMessage: (payload: string) => void,
    onListening?: () => void,
  ) => Promise<{ unlisten: () => Promise<void> }>
  /** Whether the database answers, within two seconds and whatever the pool is busy with. Throws when it does not. */
  ping: () => Promise<void>
  /** Waits for what is under way, at most so many seconds, and closes. */
  end: (how?: { timeout?: number }) => Promise<void>
  /** What the pool is busy with, and who has used it. */
  use: () => PoolUse
  replicas: () => readonly ReplicaUse[]
  readonly connection: Connection
}

const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value

const makeDb = (run: (statement: Statement) => Promise<Rows>): Db => {
  const db = (first: unknown, ...rest: unknown[]): unknown => {
    if (isTemplate(first)) return new Query(run, first, rest)
    if (typeof first === 'string') return identifier(first)
    const rows = (Array.isArray(first) ? first : [first]) as Row[]
    return rowsOf(rows, rest.length === 0 ? undefined : (rest as string[]))
  }
  return Object.assign(db, {
    json: (value: unknown) => new Json(value),
    unsafe: (text: string) => new Query(run, [text], [], true),
  }) as Db
}

export interface SqlOptions {
  /** What the server shows in its list of connections. */
  application_name?: string
  /** false: a command that may take its time and is alone in its pool. */
  deadlines?: boolean
  connect_ms?: number
  onNotice?: (message: string) => void
  /** More limits of the session, by the server's own names. */
  session?: Record<string, string | number>
  /** Refuses old primaries and standbys; shared by all connections of this pool. */
  timelines?: Timelines | undefined
  /**
   * `connection` leads to a pooler that gives each transaction another server connection (PgBouncer's transaction mode);
   * `direct` leads past it, for what needs a session of its own: `reserve` and `listen`.
   */
  pooler?: { direct: Connection } | undefined
  /** Standbys of the same cluster, for `onReplica`. */
  replicas?: readonly Connection[] | undefined
}

const SECONDS = 1000

/** What the server itself ends, should this process be gone or a statement be worse than it was thought. */
const SESSION = {
  TimeZone: 'UTC',
  statement_timeout: 15 * SECONDS,
  lock_timeout: 4 * SECONDS,
  idle_in_transaction_session_timeout: 15 * SECONDS,
}

/** The limits are meant for requests: a migration, or the wait for another server's, may take longer. */
const PATIENT = 'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0'

/** Sessions past a pooler at the same time. */
const OWN_SESSIONS = 4

/** Opens a pool of up to `max` connections, each made when it is first needed. */
export const openSql = (connection: Connection, max: number, options: SqlOptions = {}): Sql => {
  const { application_name, deadlines = true, connect_ms = 4 * SECONDS } = options
  const { pooler, timelines, onNotice } = options
  const session = { ...(deadlines ? SESSION : { TimeZone: SESSION.TimeZone }), ...options.session }
  const settings = { application_name, connect_ms, onNotice, timelines, session }
  const asked = pooler === undefined ? settings : { ...settings, session: {} }
  const limits = { shared: deadlines, deadlines, idle_ms: 300 * SECONDS }
  const pool = new Pool(connection, {
    ...asked,
    ...limits,
    max,
    each: pooler === undefined ? undefined : session,
  })
  const direct = pooler?.direct ?? connection
  // Few need a session of their own, and seldom.
  const own = pooler === undefined ? pool : new Pool(direct, { ...settings, ...limits, max: OWN_SESSIONS })
  const standbys = openReplicas(pool, options.replicas ?? [], { ...settings, ...limits, max })
  const ping = makePing(connection, asked, {
    onAnswer: () => pool.redial(),
    onSilence: () => pool.dropResting(),
  })
  const listening = new Set<{ unlisten: () => Promise<void> }>()
  const on = (runner: Runner): Db => makeDb((statement) => runner.run(statement))

  const begin = (first: unknown, second?: unknown): Promise<unknown> => {
    const [how, work] = second === undefined ? ['', first] : [String(first), second]
    return transaction(pool, how, (runner, last) => {
      const atCommit: TransactionSql['atCommit'] = (query) => void last.push(query.statement())
      return (work as (tx: TransactionSql) => unknown)(Object.assign(on(runner), { atCommit }))
    })
  }

  return Object.assign(
    makeDb((statement) => pool.run(statement)),
    {
      begin: begin as Sql['begin'],
      reserve: async (): Promise<ReservedSql> => {
        const session = await own.enter()
        session.bePatient()
        const release = () => {
          // What was set on it stays with it.
          session.spoil()
          own.release(session)
        }
        try {
          await session.run({ text: PATIENT, values: [], name: undefined })
        } catch (error) {
          release()
          throw error
        }
        return Object.assign(on(session), { release })
      },
      onReplica: <T>(work: (db: Db) => Promise<T>): Promise<T> => standbys.read((run) => work(makeDb(run))),
      listen: async (channel: string, onMessage: (payload: string) => void, onListening = () => {}) => {
        const one = await listen(direct, settings, { channel, onMessage, onListening })
        listening.add(one)
        return one
      },
      ping: ping.ask,
      end: async ({ timeout }: { timeout?: number } = {}) => {
        await Promise.all([...listening].map(({ unlisten }) => unlisten()))
        ping.close()
        await Promise.all([
          pool.end(timeout),
          own === pool ? undefined : own.end(timeout),
          standbys.end(timeout),
        ])
      },
      use: () => pool.use(),
      replicas: standbys.use,
      connection,
    },
  )
}
