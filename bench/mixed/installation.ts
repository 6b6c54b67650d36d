import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { type AppProcess, familyOf, startApp } from '../app-process.ts'
import { type BenchOptions, say } from '../bench.ts'
import { enter } from '../desk-base.ts'
import { cookOf, type MixedRows, openMixedBase, readRows, SIZE } from './base.ts'

const PORT = 5490
const METRICS_TOKEN = 'bench-metrics'

/** A server of the installation: its name in the tables, and how it is started. */
export interface ServerOrder {
  name: string
  env?: Record<string, string>
  /** Another checkout, to compare with an earlier version. */
  cwd?: string | undefined
}

export interface MixedServer extends AppProcess {
  name: string
  /** Its process and all descendants. */
  pids: () => number[]
  metrics: () => Promise<string>
}

export interface Installation {
  servers: MixedServer[]
  /** Access tokens of the first cook of every restaurant, valid at any server. */
  tokens: string[]
  rows: MixedRows
  /** A superuser connection to the base. */
  sql: Sql
  /** PostgreSQL and its backends. */
  databasePids: () => number[]
}

/** Returns a DATABASE_URL for the socket of an embedded PostgreSQL. */
export const addressOf = ({ username, port, database, host }: Connection): string =>
  `postgres://${username}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

const signInAll = async (origin: string): Promise<string[]> => {
  const tokens: string[] = []
  for (let cook = 1; cook <= SIZE.restaurants; cook++) {
    const { login, restaurant_id } = cookOf(cook)
    tokens.push((await enter(origin, login, restaurant_id)).token)
  }
  return tokens
}

/** Waits for words and figures, which the server computes in the background for a base that was not filled through it. */
const untilCaughtUp = async (sql: Sql): Promise<void> => {
  const [all] = await sql<{ businesses: number }[]>`select count(*)::int as businesses from businesses`
  for (let round = 0; ; round++) {
    const [left] = await sql<{ words: number; built: number }[]>`
      select (select count(*)::int from message_words_fill) as words,
        (select count(*)::int from figure_cursors where is_built and walked_to is null) as built`
    if (left?.words === 0 && left.built === all?.businesses) return
    if (round % 10 === 0) say(`слова и показатели догоняют: ${left?.built} из ${all?.businesses} сетей`)
    await pause(1000)
  }
}

/**
 * Starts a real server for each order as in production, with counted rates and a log line for each request: all on one
 * base in an embedded PostgreSQL with its usual settings (fsync on).
 */
export const withInstallation = async <T>(
  { data }: BenchOptions,
  orders: readonly ServerOrder[],
  work: (installation: Installation) => Promise<T>,
): Promise<T> => {
  const dir = data ?? (await mkdtemp(join(tmpdir(), 'podmoga-mixed-')))
  const database = await openDatabase({ dataDir: dir, log: () => undefined })
  const servers: MixedServer[] = []
  try {
    const connection = await openMixedBase(database.admin, dir)
    for (const [at, { name, env, cwd }] of orders.entries()) {
      const port = PORT + at
      const app = await startApp({
        port,
        ...(cwd === undefined ? {} : { cwd }),
        env: {
          NODE_ENV: 'production',
          PUBLIC_URL: `http://localhost:${port}`,
          HOST: '127.0.0.1',
          DATA_DIR: dir,
          DATABASE_URL: addressOf(connection),
          // Rates are counted, but never reached.
          REQUESTS_PER_MINUTE: '1000000000',
          UPLOAD_BYTES_PER_HOUR: '1000000000000',
          TICKETS_PER_10_MINUTES: '1000000',
          REPLIES_PER_MINUTE: '1000000',
          ACCESS_TOKEN_SECONDS: '86400',
          METRICS_TOKEN,
          ...env,
        },
      })
      servers.push({
        ...app,
        name,
        pids: () => familyOf(app.pid),
        metrics: async () => {
          const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
          return (await fetch(`${app.url}/metrics`, { headers })).text()
        },
      })
    }
    const [first] = servers
    if (first === undefined) throw new Error('there is no server')
    const sql = openSql({ ...connection, username: 'postgres' }, 1, { deadlines: false })
    const postmaster = Number(readFileSync(join(dir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
    await untilCaughtUp(sql)
    say('сервер работает, повара входят')
    return await work({
      servers,
      tokens: await signInAll(first.url),
      rows: await readRows(sql),
      sql,
      databasePids: () => familyOf(postmaster),
    }).finally(() => sql.end())
  } finally {
    await Promise.all(servers.map((server) => server.end()))
    await database.stop()
    if (data === undefined) await rm(dir, { recursive: true, force: true })
  }
}
