import { Agent, request } from 'node:http'
import { openSql, type Sql } from '@podmoga/sql/sql'
import {
  countUnread,
  findTicketRow,
  listMessageRows,
  listTicketRows,
} from '../apps/server/src/tickets/tickets.sql.ts'
import { type Bench, say } from './bench.ts'
import { median, show } from './lib/numbers.ts'
import { PEOPLE, RESTAURANTS } from './lib/tickets-data.ts'
import { openPlans, plansKept } from './lib/tickets-plans.ts'
import { table } from './report.ts'
import { type Base, headersOf, withBases } from './tickets-bases.ts'

const REQUESTS = 2000
const WARM_UP = 200
const PLANS = 200
/** The first executions of a prepared statement use custom plans. */
const FIRST_PLANS = 6
const FIRST_PAGE = { page: 1, page_size: 10 } as const

interface Place {
  id: string
  restaurant_id: string
}

/** A base with the tickets and restaurants to request. */
interface TestBase {
  base: Base
  /** Headers by person, without the restaurant. */
  headers: Record<'idle' | 'reader', Record<string, string>>
  /** The newest open tickets of each restaurant, which people open. */
  seen: Place[]
  /** Random tickets of any age. */
  any: Place[]
}

interface Question {
  title: string
  /** Whether it has a target. */
  held: boolean
  person: 'idle' | 'reader'
  places: (testBase: TestBase) => Place[]
  path: (place: Place) => string
  ask: (db: Sql, place: Place) => Promise<unknown>
}

const restaurants: Place[] = Array.from({ length: RESTAURANTS }, (_, at) => ({
  id: '0',
  restaurant_id: String(at + 1),
}))
const messages = (db: Sql, { id, restaurant_id }: Place) =>
  listMessageRows(db, { scope: { restaurant_id }, ticket_id: id, ...FIRST_PAGE })

const QUESTIONS: Question[] = [
  {
    title: 'список, страница 1',
    held: true,
    person: 'idle',
    places: () => restaurants,
    path: () => 'help_desk/tickets/',
    ask: (db, { restaurant_id }) =>
      listTicketRows(db, { restaurant_id, person_id: '1', status: 'awaiting_response', ...FIRST_PAGE }),
  },
  {
    title: 'сообщения, страница 1, свежие тикеты',
    held: true,
    person: 'idle',
    places: (testBase) => testBase.seen,
    path: ({ id }) => `help_desk/tickets/${id}/messages/`,
    ask: messages,
  },
  {
    title: 'сообщения, страница 1, любые тикеты',
    held: true,
    person: 'idle',
    places: (testBase) => testBase.any,
    path: ({ id }) => `help_desk/tickets/${id}/messages/`,
    ask: messages,
  },
  {
    title: 'тикет, любой',
    held: false,
    person: 'idle',
    places: (testBase) => testBase.any,
    path: ({ id }) => `help_desk/tickets/${id}/`,
    ask: (db, { id, restaurant_id }) => findTicketRow(db, { restaurant_id, ticket_id: id }),
  },
  {
    title: 'непрочитанные: читает (12 в ресторане 1)',
    held: false,
    person: 'reader',
    places: () => restaurants.slice(0, 1),
    path: () => 'help_desk/messages/unread/',
    ask: (db, { restaurant_id }) => countUnread(db, { restaurant_id, person_id: '2' }),
  },
  {
    title: 'непрочитанные: не читает никогда (10 % тикетов)',
    held: false,
    person: 'idle',
    places: () => restaurants,
    path: () => 'help_desk/messages/unread/',
    ask: (db, { restaurant_id }) => countUnread(db, { restaurant_id, person_id: '1' }),
  },
]

const openTestBase = async (base: Base): Promise<TestBase> => {
  const sql = openSql(base.connection, 1)
  const seen = await sql<Place[]>`
    select t.id, t.restaurant_id from restaurants r, lateral (
      select id, restaurant_id from tickets
      where restaurant_id = r.id and status = 'awaiting_response' and message_count > 10
      order by last_message_at desc limit 2
    ) t`
  const any = await sql<Place[]>`
    select id, restaurant_id from tickets where message_count > 10 order by md5(id::text) limit ${REQUESTS}`
  await sql.end()
  const headers = {
    idle: await headersOf(base, PEOPLE.idle, '1'),
    reader: await headersOf(base, PEOPLE.reader, '1'),
  }
  return { base, headers, seen, any }
}

/** Sends one request over a keep-alive connection. Returns milliseconds. */
const timeRequest = (agent: Agent, url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const sent = request(url, { agent, headers }, (answer) => {
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - started)
        else reject(new Error(`${url} answered ${answer.statusCode}`))
      })
      answer.resume()
    })
    sent.on('error', reject).end()
  })

const time = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Sends requests to all bases in rotation, one each. Returns each base's milliseconds without the warm-up. */
const inTurn = async (
  testBases: readonly TestBase[],
  question: Question,
  measure: (testBase: TestBase, place: Place, at: number) => Promise<number>,
): Promise<number[][]> => {
  const all: number[][] = testBases.map(() => [])
  for (let i = 0; i < WARM_UP + REQUESTS; i++)
    for (const [at, testBase] of i % 2 === 0
      ? [...testBases.entries()]
      : [...testBases.entries()].reverse()) {
      const places = question.places(testBase)
      const place = places[i % places.length]
      if (place === undefined) throw new Error(`nothing to ask about: ${question.title}`)
      const ms = await measure(testBase, place, at)
      if (i >= WARM_UP) all[at]?.push(ms)
    }
  return all
}

const askSql = async (testBases: readonly TestBase[], question: Question) => {
  const pools = testBases.map(({ base }) => openSql(base.connection, 1))
  const poolOf = (at: number): Sql => {
    const pool = pools[at]
    if (pool === undefined) throw new Error('there is no such base')
    return pool
  }
  const ms = await inTurn(testBases, question, (_testBase, place, at) =>
    time(() => question.ask(poolOf(at), place)),
  )
  const kept = await Promise.all(pools.map(plansKept))
  await Promise.all(pools.map((pool) => pool.end()))
  return { ms, kept }
}

const askHttp = async (testBases: readonly TestBase[], question: Question): Promise<number[][]> => {
  const agents = testBases.map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const ms = await inTurn(testBases, question, ({ base, headers }, place, at) =>
    timeRequest(agents[at] ?? new Agent(), `${base.product}/api/${question.path(place)}`, {
      ...headers[question.person],
      authrestaurantid: place.restaurant_id,
    }),
  )
  for (const agent of agents) agent.destroy()
  return ms
}

/** Returns median blocks of a query: all touched blocks, and those not in PostgreSQL's cache. */
const blocks = async ({ base, ...testBase }: TestBase, question: Question) => {
  const places = question.places({ base, ...testBase })
  const explained = await openPlans(base.admin)
  const plans = await explained.planned(async (db) => {
    for (let i = 0; i < FIRST_PLANS + PLANS; i++) {
      const place = places[i % places.length]
      if (place !== undefined) await question.ask(db, place)
    }
  })
  await explained.close()
  const kept = plans.slice(FIRST_PLANS)
  const touched = kept.map(({ hit, read }) => hit + read)
  return { touched: median(touched), read: median(kept.map(({ read }) => read)) }
}

const measure = async (testBases: readonly TestBase[], question: Question): Promise<string[]> => {
  const sql = await askSql(testBases, question)
  const http = await askHttp(testBases, question)
  const touched: { touched: number; read: number }[] = []
  for (const testBase of testBases) touched.push(await blocks(testBase, question))
  const middles = (all: number[][]) => all.map((values) => median(values))
  const columns = (values: number[], digits: 0 | 2) => {
    const [small = Number.NaN, large = Number.NaN] = values
    const ratio = show(large / small, 2)
    return [show(small, digits), show(large, digits), question.held ? `**${ratio}**` : ratio]
  }
  const kept = sql.kept.map(({ generic, custom }) => `${generic}/${custom}`).join(', ')
  say(`${question.title}: ${middles(sql.ms).map((ms) => show(ms, 3))} мс; планы общие/частные ${kept}`)
  return [
    question.title,
    ...columns(middles(sql.ms), 2),
    ...columns(middles(http), 2),
    ...columns(
      touched.map((one) => one.touched),
      0,
    ),
    touched.map((one) => show(one.read)).join(' → '),
  ]
}

/** Measures how the cost of a page changes with a hundred times more tickets. */
export const ticketsScale: Bench = {
  name: 'tickets-scale',
  title: 'Тикеты: цена страницы при росте в сто раз',
  run: (options) =>
    withBases(options, [options.small, options.large], async (bases) => {
      const testBases: TestBase[] = []
      for (const base of bases) testBases.push(await openTestBase(base))
      const rows: string[][] = []
      for (const question of QUESTIONS) rows.push(await measure(testBases, question))
      const [small, large] = [options.small, options.large].map((tickets) => show(tickets))
      const head = ['SQL, мс', 'HTTP, мс', 'блоки по 8 КБ'].flatMap((what) => [
        `${what}: ${small}`,
        large ?? '',
        'отношение',
      ])
      return `${table(['Вызов', ...head, 'из них мимо кэша базы'], rows)}

${small} тикетов и ${show(options.small * 5)} сообщений против ${large} и ${show(options.large * 5)}, ресторанов в обеих базах ${RESTAURANTS} (${show(options.small / RESTAURANTS)} и ${show(options.large / RESTAURANTS)} тикетов в каждом). Медианы ${show(REQUESTS)} запросов по одному соединению, базы спрошены по очереди. Цель: ≤ 1,5.`
    }),
}
