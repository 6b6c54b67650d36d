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

/** The tag that turns a template into a parameterized statement, and helpers for its parts. */
export interface Db {
  <T extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly (Value | Fragment)[]
  ): Query<T>
  /** A quoted identifier. */
  (name: string): Fragment
  /** `(columns) values (…)` of one or several rows, for the given columns or all. */
  (rows: object | readonly object[], ...columns: string[]): Fragment
  json: (value: unknown) => Json
  /** Raw SQL: a whole statement, or a part of one. */
  unsafe: <T extends readonly object[] = Row[]>(text: string) => Query<T>
}

/** A transaction on its own connection: all or nothing. */
export interface TransactionSql extends Db {
  /**
   * Queues a statement for the end of the transaction; queued statements run in order, the last one in one write with the commit.
   * For statements that take a contended lock: it is not held during a round trip.
   */
  atCommit: (query: Query<readonly object[]>) => void
}

/** A connection held as long as needed, without deadlines. */
export interface ReservedSql extends Db {
  release: () => void
}

/** The pool and its connection-wide functions. */
export interface Sql extends Db {
  /**
   * Commits if `work` succeeds; rolls back if it throws, if a statement failed, or if the connection breaks. `how`: the part
   * after `begin`, for instance an isolation level.
   */
  begin: {
    <T>(work: (tx: TransactionSql) => T | Promise<T>): Promise<Awaited<T>>
    <T>(how: string, work: (tx: TransactionSql) => T | Promise<T>): Promise<Awaited<T>>
  }
  reserve: () => Promise<ReservedSql>
  /**
   * Runs `work` on a replica that has everything committed before this call, otherwise on the primary. It must only read, and may
   * run twice, because a replica can fail during it.
   */
  onReplica: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /**
   * Listens on a channel until `unlisten`, and reconnects after lost connections; `onListening` is called whenever listening
   * starts (again). Resolves when it starts for the first time.
   */
  listen: (
    channel: string,
    onMessage: (payload: string) => void,
    onListening?: () => void,
  ) => Promise<{ unlisten: () => Promise<void> }>
  /** Checks that the database responds within two seconds, independently of the pool. Throws if it does not. */
  ping: () => Promise<void>
  /** Waits for running work, at most `timeout` seconds, and closes. */
  end: (how?: { timeout?: number }) => Promise<void>
  /** The current and total use of the pool. */
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
  /** Shown in pg_stat_activity. */
  application_name?: string
  /** false: for a command that may take long and has the pool for itself. */
  deadlines?: boolean
  connect_ms?: number
  onNotice?: (message: string) => void
  /** More session limits, by their PostgreSQL names. */
  session?: Record<string, string | number>
  /** Rejects old primaries and standbys; shared by all connections of this pool. */
  timelines?: Timelines | undefined
  /**
   * `connection` is a pooler that gives each transaction another server connection (PgBouncer's transaction mode); `direct`
   * bypasses it, for what needs a dedicated session: `reserve` and `listen`.
   */
  pooler?: { direct: Connection } | undefined
  /** Standbys of the same cluster, for `onReplica`. */
  replicas?: readonly Connection[] | undefined
}

const SECONDS = 1000

/** Limits enforced by the server itself, in case this process dies or a statement turns out to be slow. */
const SESSION = {
  TimeZone: 'UTC',
  statement_timeout: 15 * SECONDS,
  lock_timeout: 4 * SECONDS,
  idle_in_transaction_session_timeout: 15 * SECONDS,
}

/** The limits are for requests; a migration, or waiting for another server's, may take longer. */
const PATIENT = 'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0'

/** The maximum number of sessions that bypass a pooler. */
const OWN_SESSIONS = 4

/** Opens a pool of up to `max` connections, each opened when first needed. */
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
  // Dedicated sessions are needed rarely.
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
          // Its session settings were changed, so it cannot be reused.
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
