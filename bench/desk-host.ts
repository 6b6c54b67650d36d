// The measured process of the desk's benches: the product on one pool, rates off. Told by fork().
import type { Connection } from '../apps/server/src/db/connection.ts'
import { openSql } from '../apps/server/src/db/sql.ts'
import { serveHost } from './host.ts'
import { buildProduct } from './product.ts'

const { dir, connection } = JSON.parse(process.argv[2] ?? '') as { dir: string; connection: Connection }
const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent', STREAMS_PER_PERSON: '1000' }
const app = await buildProduct(openSql(connection, 20), dir, env, true)
serveHost(await app.listen({ host: '127.0.0.1', port: 0 }))
