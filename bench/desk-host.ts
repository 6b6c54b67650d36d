// The measured process of the desk's benches: the product on one pool, without rate limits. Started by fork().
import type { Connection } from '@podmoga/sql/connection'
import { openSql } from '@podmoga/sql/sql'
import { LISTEN_BACKLOG } from '../apps/server/src/http/port/open-port.ts'
import { serveHost } from './host.ts'
import { buildProduct } from './product.ts'

const { dir, connection, env } = JSON.parse(process.argv[2] ?? '') as {
  dir: string
  connection: Connection
  env?: Record<string, string>
}
const own = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent', STREAMS_PER_PERSON: '1000', ...env }
const app = await buildProduct(openSql(connection, 20), dir, own, true)
serveHost(await app.listen({ host: '127.0.0.1', port: 0, backlog: LISTEN_BACKLOG }))
