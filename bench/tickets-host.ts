// The measured process: for each base the product, twice, and a bare Fastify, all on one pool. Told by fork().
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import type { Sql } from 'postgres'
import { buildApp } from '../apps/server/src/app.ts'
import { getConfig } from '../apps/server/src/config.ts'
import type { Connection } from '../apps/server/src/db/open.ts'
import { openSql } from '../apps/server/src/db/sql.ts'
import { systemClock } from '../apps/server/src/ports/clock.ts'
import { diskFiles } from '../apps/server/src/ports/disk-files.ts'
import { memoryMail } from '../apps/server/src/ports/mail.ts'
import { memorySms } from '../apps/server/src/ports/sms.ts'
import { loadSecrets } from '../apps/server/src/secrets.ts'
import { findTicketRow, listMessageRows, listTicketRows } from '../apps/server/src/tickets/tickets.sql.ts'

export interface HostOrder {
  dir: string
  bases: { name: string; connection: Omit<Connection, 'backoff'> }[]
}

/** Addresses of what serves one base. */
export interface HostedBase {
  name: string
  /** RATE_LIMITS=off LOG_LEVEL=silent */
  product: string
  /** NODE_ENV=production, requests counted, a log line for each of them (to /dev/null). */
  production: string
  bare: string
}

const CONNECTIONS = 20
const LIST = { status: 'awaiting_response', page: 1, page_size: 10 } as const

/**
 * What the product is compared with: the same SQL through the same functions, no identity, no checks of the input, no
 * schema of the answer. Below /rows/ the rows go through JSON.stringify, below /nothing/ nothing is serialised at all.
 */
const buildBare = (sql: Sql) => {
  const app = Fastify({ logger: false })
  const reads: [path: string, read: (ticket_id: string) => Promise<unknown>][] = [
    ['list', () => listTicketRows(sql, { restaurant_id: '1', person_id: '1', ...LIST })],
    ['ticket/:id', (ticket_id) => findTicketRow(sql, { restaurant_id: '1', ticket_id })],
    [
      'messages/:id',
      (ticket_id) =>
        listMessageRows(sql, { reach: { restaurant_id: '1' }, ticket_id, page: 1, page_size: 10 }),
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

const buildProduct = async (sql: Sql, dir: string, env: Record<string, string>, silent: boolean) => {
  const config = getConfig({
    DATA_DIR: dir,
    SEED: 'none',
    ACCESS_TOKEN_SECONDS: '86400',
    REQUESTS_PER_MINUTE: '1000000000',
    // Its files are nobody's: the sweep of an embedded base has nothing to look for here.
    DATABASE_URL: 'postgres://bench',
    ...env,
  })
  return buildApp({
    config,
    sql,
    files: await diskFiles(join(dir, 'files')),
    mail: memoryMail(),
    sms: memorySms(),
    clock: systemClock,
    secrets: await loadSecrets(join(dir, 'secrets.json')),
    log: silent ? pino({ level: 'silent' }) : pino({ level: 'info' }, pino.destination('/dev/null')),
  })
}

const order = JSON.parse(process.argv[2] ?? '') as HostOrder
const hosted: HostedBase[] = []
for (const { name, connection } of order.bases) {
  const sql = openSql({ ...connection, backoff: () => 0.1 }, CONNECTIONS)
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
process.on('disconnect', () => process.exit(0))
// Processor time does not depend on how busy others keep the machine.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.send?.(hosted)
