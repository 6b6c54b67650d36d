// The measured process of search over HTTP: the product and two bare Fastify routes on one pool. Started by fork().

import type { Connection } from '@podmoga/sql/connection'
import { openSql } from '@podmoga/sql/sql'
import Fastify from 'fastify'
import { pino } from 'pino'
import { makeKnowledgeSearch } from '../apps/server/src/knowledge/reading/search-index.ts'
import { serveHost } from './host.ts'
import { buildProduct } from './product.ts'

export interface SearchOrder {
  dir: string
  connection: Connection
  /** The business whose base is searched. */
  network: string
}

/** Addresses of the product and of the bare routes. */
export interface HostedSearch {
  product: string
  bare: string
}

const RESULTS = 20

const order = JSON.parse(process.argv[2] ?? '') as SearchOrder
const sql = openSql(order.connection, 20)
const product = await buildProduct(sql, order.dir, { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }, true)
const [business] = await sql<{ id: string }[]>`select id from businesses where network = ${order.network}`
if (business === undefined) throw new Error(`there is no network ${order.network}`)

const search = makeKnowledgeSearch({ sql, log: pino({ level: 'silent' }) })
const bare = Fastify({ logger: false })
const [place] = await sql<{ restaurant_id: string; member_id: string }[]>`
  select restaurant_id, person_id as member_id from memberships where business_id = ${business.id} limit 1`
if (place === undefined) throw new Error(`nobody reads in ${order.network}`)
/** The same search through the same function, without authentication, checks and serialization. */
bare.get<{ Querystring: { search: string } }>('/same', async ({ query }) => {
  await search.search(business.id, query.search, RESULTS, place)
  return 'ok'
})
/** PostgreSQL's own search: `russian` full text, any of the words, by an index; no snippet. */
await sql`create table if not exists bench_texts as
  select id, title, setweight(to_tsvector('russian', title), 'A') || setweight(to_tsvector('russian', headings), 'B')
    || setweight(to_tsvector('russian', left(plain_text, 500000)), 'D') as words
  from materials where business_id = ${business.id}`
await sql`create index if not exists bench_texts_words on bench_texts using gin (words)`
await sql`analyze bench_texts`
bare.get<{ Querystring: { search: string } }>('/postgres', async ({ query }) => {
  await sql`
    with typed as (select replace(plainto_tsquery('russian', ${query.search})::text, ' & ', ' | ')::tsquery as q)
    select id, title from bench_texts, typed where words @@ q
    order by ts_rank_cd(words, q, 1) desc, id limit ${RESULTS}`
  return 'ok'
})
serveHost({
  product: await product.listen({ host: '127.0.0.1', port: 0 }),
  bare: await bare.listen({ host: '127.0.0.1', port: 0 }),
} satisfies HostedSearch)
