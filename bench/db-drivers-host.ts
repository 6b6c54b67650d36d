// The measured process of db-drivers: one driver, one pool, controlled by its parent.

import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import postgres from 'postgres'
import { listMessageRows, listTicketRows } from '../apps/server/src/tickets/tickets.sql.ts'

export type Driver = 'pg' | 'postgres.js'
export const WORKS = ['list', 'messages', 'write'] as const
export type Work = (typeof WORKS)[number]

export interface DriverOrder {
  driver: Driver
  connection: Connection
  tickets: string[]
}
/** A task that runs for `seconds`. */
export interface DriverTask {
  work: Work
  seconds: number
}
export interface DriverResult {
  per_second: number
  /** Microseconds of CPU of this process for each piece of work. */
  cpu: number
  /** Rows that were acknowledged as written. */
  written: number[]
  /** Number of errors by code. */
  refused: Record<string, number>
}

const CONNECTIONS = 20

const order = JSON.parse(process.argv[2] ?? '') as DriverOrder

/** The settings that the product used with postgres.js. */
const openPostgresJs = ({ path, host, port, database, username }: Connection): Sql =>
  postgres({
    host,
    port,
    ...(path === undefined ? {} : { path }),
    database,
    username,
    max: CONNECTIONS,
    connect_timeout: 2,
    idle_timeout: 300,
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    connection: { application_name: 'podmoga', statement_timeout: 15_000, TimeZone: 'UTC' },
    onnotice: () => undefined,
    // The product's functions accept either, since both have the same template syntax.
  }) as unknown as Sql

const sql = order.driver === 'pg' ? openSql(order.connection, CONNECTIONS) : openPostgresJs(order.connection)
const LIST = {
  restaurant_id: '1',
  person_id: '1',
  status: 'awaiting_response',
  page: 1,
  page_size: 10,
} as const

let at = 0
const pieces: Record<Work, () => Promise<number | undefined>> = {
  list: async () => void (await listTicketRows(sql, LIST)),
  messages: async () => {
    at += 1
    const ticket_id = order.tickets[at % order.tickets.length] ?? ''
    await listMessageRows(sql, { scope: { restaurant_id: '1' }, ticket_id, page: 1, page_size: 10 })
    return undefined
  },
  write: () =>
    sql.begin(async (tx) => {
      const [row] = await tx<{ id: number }[]>`insert into bench_driver default values returning id::int`
      await tx`select 1`
      return row?.id
    }),
}

const perform = async ({ work, seconds }: DriverTask): Promise<DriverResult> => {
  const written: number[] = []
  const refused: Record<string, number> = {}
  const before = process.cpuUsage()
  const started = performance.now()
  let done = 0
  const worker = async (): Promise<void> => {
    while (performance.now() - started < seconds * 1000)
      await pieces[work]().then(
        (id) => {
          done += 1
          if (id !== undefined) written.push(id)
        },
        (error: { code?: string }) => {
          const code = error.code ?? String(error)
          refused[code] = (refused[code] ?? 0) + 1
        },
      )
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const { user, system } = process.cpuUsage(before)
  const took = (performance.now() - started) / 1000
  return { per_second: done / took, cpu: (user + system) / done, written, refused }
}

process.on('disconnect', () => process.exit(0))
process.on('message', (task: DriverTask) => {
  void perform(task).then((result) => process.send?.(result))
})
await sql`select 1`
process.send?.('ready')
