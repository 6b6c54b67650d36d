// The measured process: for each base the product, twice, and a bare Fastify, all on one pool. Started by fork().

import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import Fastify from 'fastify'
import { findTicketRow, listMessageRows, listTicketRows } from '../apps/server/src/tickets/tickets.sql.ts'
import { serveHost } from './host.ts'
import { buildProduct } from './product.ts'

export interface HostOrder {
  dir: string
  bases: { name: string; connection: Connection }[]
}

/** Addresses of the servers of one base. */
export interface HostedBase {
  name: string
  /** RATE_LIMITS=off LOG_LEVEL=silent */
  product: string
  /** NODE_ENV=production, counted requests, a log line for each (to /dev/null). */
  production: string
  bare: string
}

const CONNECTIONS = 20
const LIST = { status: 'awaiting_response', page: 1, page_size: 10 } as const

/**
 * The baseline for the product: the same SQL through the same functions, without authentication, input validation and an
 * answer schema. /rows/ sends the rows through JSON.stringify, /nothing/ serializes nothing.
 */
const buildBare = (sql: Sql) => {
  const app = Fastify({ logger: false })
  const reads: [path: string, read: (ticket_id: string) => Promise<unknown>][] = [
    ['list', () => listTicketRows(sql, { restaurant_id: '1', person_id: '1', ...LIST })],
    ['ticket/:id', (ticket_id) => findTicketRow(sql, { restaurant_id: '1', ticket_id })],
    [
      'messages/:id',
      (ticket_id) =>
        listMessageRows(sql, { scope: { restaurant_id: '1' }, ticket_id, page: 1, page_size: 10 }),
    ],
  ]
  for (const [path, read] of reads) {
    app.get<{ Params: { id: string } }>(`/rows/${path}`, (request) => read(request.params.id))
    app.get<{ Params: { id: string } }>(`/nothing/${path}`, async (request) => {
      await read(request.params.id)
      return 'ok'
    })
  }
  return app
}

const order = JSON.parse(process.argv[2] ?? '') as HostOrder
const hosted: HostedBase[] = []
for (const { name, connection } of order.bases) {
  const sql = openSql(connection, CONNECTIONS)
  const listen = (app: ReturnType<typeof Fastify>) => app.listen({ host: '127.0.0.1', port: 0 })
  const silent = await buildProduct(sql, order.dir, { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }, true)
  const production = await buildProduct(sql, order.dir, { NODE_ENV: 'production' }, false)
  hosted.push({
    name,
    product: await listen(silent),
    production: await listen(production),
    bare: await listen(buildBare(sql)),
  })
}
serveHost(hosted)
