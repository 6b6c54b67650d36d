import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCall } from '@podmoga/contract/client'
import { signIn } from '@podmoga/contract/session'
import { fetchTransport } from '@podmoga/contract/transports'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { startApp } from './app-process.ts'
import { type Bench, type BenchOptions, say } from './bench.ts'
import { type Host, openHost } from './host.ts'
import { CONNECTIONS, interleave, type Load } from './lib/load.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { table } from './report.ts'
import { CLASSES, labDir, labIsHere, readQueries } from './search/lab.ts'
import type { HostedSearch, SearchOrder } from './search-host.ts'

const PORT = 5470
const LOADED_WITHIN_MS = 300_000
/** Number of queries of each class: one by one, and under load. */
const ALONE = 100
const TOGETHER = 20
const LAB = { login: 'lab@lab.test', password: 'Demo-pass-50', network: 'lab', restaurant_id: '50' }

const NAMES = ['product', 'same', 'postgres'] as const
const TITLES = {
  product: 'продукт',
  same: 'голый Fastify, тот же поиск',
  postgres: 'голый Fastify, PostgreSQL `russian`',
}
type Name = (typeof NAMES)[number]

const queriesOf = (each: number): string[] => {
  const all = readQueries()
  return CLASSES.flatMap((cls) => all.filter((query) => query.cls === cls).slice(0, each)).map(({ q }) => q)
}

/** Measures milliseconds of each query without other load. */
const alone = async (variants: Record<Name, (query: string) => string>, headers: Record<string, string>) => {
  const times: Record<Name, number[]> = { product: [], same: [], postgres: [] }
  const queries = queriesOf(ALONE)
  for (const warm of [true, false])
    for (const query of warm ? queries.slice(0, 300) : queries)
      for (const name of NAMES) {
        const started = performance.now()
        const answer = await fetch(variants[name](query), { headers: name === 'product' ? headers : {} })
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${name} answered ${answer.status} to ${query}`)
        if (!warm) times[name].push(performance.now() - started)
      }
  return times
}

const measure = async (host: Host<HostedSearch>, options: BenchOptions): Promise<string> => {
  const { product, bare } = host.hosted
  const call = makeCall({ base_url: `${product}/api/`, transport: fetchTransport, headers: () => ({}) })
  const { access_token } = await call(signIn, { body: { login: LAB.login, password: LAB.password } })
  const headers = {
    authorization: `Bearer ${access_token}`,
    'accept-language': 'ru',
    authrestaurantid: LAB.restaurant_id,
  }
  const pathOf: Record<Name, (query: string) => string> = {
    product: (query) => `/api/help_desk/materials/?search=${encodeURIComponent(query)}`,
    same: (query) => `/same?search=${encodeURIComponent(query)}`,
    postgres: (query) => `/postgres?search=${encodeURIComponent(query)}`,
  }
  const urlOf = (name: Name) => (name === 'product' ? product : bare)
  const of = <T>(make: (name: Name) => T) =>
    Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Record<Name, T>

  const times = await alone(
    of((name) => (query: string) => urlOf(name) + pathOf[name](query)),
    headers,
  )
  say('по одному измерено')
  const paths = queriesOf(TOGETHER)
  const rounds = await interleave(
    NAMES,
    of((name) => ({
      url: urlOf(name),
      paths: paths.map(pathOf[name]),
      headers: name === 'product' ? headers : {},
    })),
    host,
    options,
  )
  const middle = (name: Name, what: keyof Load) => median(rounds.map((round) => round[name][what]))
  const ratio = (name: Name) =>
    show(median(rounds.map((round) => round.product.per_second / round[name].per_second)), 2)
  return table(
    [
      'Маршрут',
      'один человек: p50, мс',
      'p95',
      'p99',
      `${CONNECTIONS} соединений: запр/с`,
      'продукт к нему',
      'мс процессора сервера на запрос',
    ],
    NAMES.map((name) => [
      TITLES[name],
      show(median(times[name]), 1),
      name === 'product'
        ? `**${show(quantile(times[name], 0.95), 1)}**`
        : show(quantile(times[name], 0.95), 1),
      show(quantile(times[name], 0.99), 1),
      show(middle(name, 'per_second')),
      name === 'product' ? '—' : `**${ratio(name)}**`,
      show(middle(name, 'cpu') / 1000, 2),
    ]),
  )
}

/** Compares search over HTTP on the lab's base with bare routes of the same process and pool. */
export const searchHttp: Bench = {
  name: 'search-http',
  title: 'Поиск по HTTP: 10 945 статей',
  run: async (options) => {
    if (!labIsHere()) return `Нет корпуса в ${labDir()}: укажите LAB_DIR.`
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-search-'))
    try {
      const app = await startApp({
        port: PORT,
        env: { DATA_DIR: dir, SEED: 'demo,lab', LAB_DIR: labDir(), LOG_LEVEL: 'warn' },
        within_ms: LOADED_WITHIN_MS,
      })
      await app.end()
      say(`база загружена за ${show(app.ready_ms / 1000, 1)} с`)
      const database = await openDatabase({ dataDir: dir, log: () => undefined })
      try {
        const order: SearchOrder = { dir, connection: database.connection, network: LAB.network }
        const host = await openHost<HostedSearch>('search-host.ts', order)
        try {
          return `${await measure(host, options)}

По ${ALONE} запросов каждого из ${CLASSES.length} классов по очереди; под нагрузкой — по ${TOGETHER}, раундов ${options.rounds} по ${options.seconds} с на маршрут, вперемежку. Цели: p95 продукта ≤ 15 мс, «продукт к голому Fastify с тем же поиском» ≥ 0,2. Новая база с демо и 10 945 статьями готова через ${show(app.ready_ms / 1000, 1)} с после запуска (цель — 3 минуты).`
        } finally {
          host.stop()
        }
      } finally {
        await database.stop()
      }
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  },
}
