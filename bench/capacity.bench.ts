import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@podmoga/contract/client'
import { invitePerson } from '@podmoga/contract/desk/people'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { CUSTOMERS, openCall } from './lib/crash-writers.ts'
import { show } from './lib/numbers.ts'
import { addressOf } from './mixed/installation.ts'
import { makeDice } from './mixed/shots.ts'
import { table } from './report.ts'

const PORT = 5497
const ADMIN = { login: 'admin@demo.test', password: 'Demo-admin-1', restaurant_id: '1' }
const WRITERS = 6
const MOST_TICKETS = 2000
/** Per ticket: messages in addition to the first, files, people. */
const PARTS = { messages: 2, files: 0.5, people: 0.1 }
/** Tables whose rows a job removes after days: reported separately, since they do not grow over the years. */
const KEPT_FOR_DAYS = ['ticket_events', 'idempotency', 'rate_counters', 'guess_counters']

/** The assumptions of docs/operations/capacity.md about a restaurant; replace them by your own figures. */
const RESTAURANT = { tickets: 15 * 12, messages: 5, files: 0.5, file_bytes: 400_000, people: 8 }
const SIZES = [100, 10_000, 1_000_000]

const WORDS =
  'касса принтер чек смена терминал оплата меню цена остатки склад пароль скидка доставка заказ отчёт день стол гость кухня блюдо выгрузка накладная сканер весы экран завис не печатает открывает ошибка снова утром вечером после обновления'.split(
    ' ',
  )

/** Makes unique texts of about 45 characters: with the number of an order or the name of a dish. */
const makeTexts = () => {
  const dice = makeDice(7)
  const word = () => WORDS[Math.floor(dice() * WORDS.length)] ?? ''
  return () => `${word()} ${word()} ${word()} ${word()} ${word()} ${Math.floor(dice() * 1e6)} ${word()}`
}

type Sizes = Map<string, number>

const sizesOf = async (sql: Sql): Promise<Sizes> => {
  await sql.unsafe('vacuum')
  const rows = await sql<{ name: string; bytes: number }[]>`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

/** Waits until words, clocks and figures have caught up and nothing grows any more. */
const settled = async (sql: Sql): Promise<Sizes> => {
  const rows = async () => {
    const [counted] = await sql<{ rows: string }[]>`
      select sum(n_tup_ins + n_tup_upd + n_tup_del)::text as rows from pg_stat_user_tables
      where relname in ('message_words', 'figure_facts', 'figure_sums', 'ticket_clocks', 'search_vocabulary')`
    return counted?.rows
  }
  let [before, quiet] = [await rows(), 0]
  while (quiet < 3) {
    await pause(1500)
    const now = await rows()
    quiet = now === before ? quiet + 1 : 0
    before = now
  }
  return sizesOf(sql)
}

/** Does something `times` times, several at once. */
const many = async (times: number, one: (at: number) => Promise<unknown>): Promise<void> => {
  let next = 0
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (next < times) await one(next++)
    }),
  )
}

interface Grown {
  name: string
  count: number
  /** Bytes for one item by table, indexes included. */
  tables: [name: string, bytes: number][]
}

const sumOf = ({ tables }: Grown, only: (name: string) => boolean): number =>
  tables.filter(([name]) => only(name)).reduce((sum, [, bytes]) => sum + bytes, 0)
const isKept = (name: string): boolean => KEPT_FOR_DAYS.includes(name)

/** Writes through the product and measures the size of each kind of item in the tables. */
const measure = async (call: Call, admin: Call, sql: Sql, tickets: number): Promise<Grown[]> => {
  const text = makeTexts()
  const ids: string[] = []
  const key = () => ({ idempotency_key: randomUUID() })
  const reply = (at: number, files: File[] = []) =>
    call(
      sendReply,
      { params: { ticketId: ids[at % ids.length] ?? '' }, form: { text: text() }, files },
      key(),
    )
  const photo = () =>
    new File([Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(2000)])], 'Снимок экрана.jpg')
  const steps: Record<string, [count: number, one: (at: number) => Promise<unknown>]> = {
    'тикет с первым сообщением': [
      tickets,
      async () => {
        const form = { category: 'technical_issue' as const, topic: 'printing', initial_message: text() }
        const { id } = await call(createTicket, { form }, key())
        if (id !== undefined) ids.push(id)
      },
    ],
    сообщение: [tickets * PARTS.messages, (at) => reply(at)],
    'сообщение с файлом': [tickets * PARTS.files, (at) => reply(at, [photo()])],
    'приглашённый сотрудник': [
      Math.round(tickets * PARTS.people),
      () => {
        const who = { first_name: 'Новый', last_name: 'Сотрудник', email: `${randomUUID()}@bench.test` }
        const rights = { restaurants: [{ id: '1', role: 'staff' as const }], desk_roles: [] }
        return admin(invitePerson, { body: { ...who, ...rights, phone: null, send: 'link' } }, key())
      },
    ],
  }
  const grown: Grown[] = []
  let before = await settled(sql)
  for (const [name, [count, one]] of Object.entries(steps)) {
    say(`${name}: ${count}`)
    await many(count, one)
    const after = await settled(sql)
    const tables = [...after]
      .map(([table, bytes]): [string, number] => [table, (bytes - (before.get(table) ?? 0)) / count])
      .filter(([, bytes]) => bytes > 0)
      .sort(([, a], [, b]) => b - a)
    grown.push({ name, count, tables })
    before = after
  }
  return grown
}

const KB = 1000
const inKb = (bytes: number): string => show(bytes / KB, 2)
const gigabytes = (bytes: number): string => show(bytes / 1e9, bytes < 1e10 ? 2 : 0)

/** Computes the first rows of the table of docs/operations/capacity.md from measured and assumed values. */
const capacityRows = (grown: readonly Grown[]): string => {
  const stays = (at: number) => {
    const one = grown[at]
    return one === undefined ? 0 : sumOf(one, (name) => !isKept(name))
  }
  const [ticket, message, withFile, person] = [stays(0), stays(1), stays(2), stays(3)]
  const { tickets, messages, files, file_bytes, people } = RESTAURANT
  const each = ticket + (messages - 1) * message + files * Math.max(0, withFile - message)
  const columns: [string, (restaurants: number) => string][] = [
    ['тикетов в год', (n) => show(n * tickets)],
    ['строки за год, ГБ', (n) => gigabytes(n * (tickets * each + people * person))],
    ['файлы за год, ГБ', (n) => gigabytes(n * tickets * files * file_bytes)],
  ]
  const rows = columns.map(([name, of]) => [name, ...SIZES.map(of)])
  return `${table(['Ресторанов', ...SIZES.map((size) => show(size))], rows)}

Тикет с ${messages} сообщениями и ${show(files, 1)} файла: ${inKb(each)} КБ строк, которые остаются.`
}

/** Measures the size of a ticket, a message, a file and a person in the tables, and the yearly growth by restaurants. */
export const capacity: Bench = {
  name: 'capacity',
  title: 'Сколько места занимает написанное',
  run: async ({ small }) => {
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-capacity-'))
    const database = await openDatabase({ dataDir: join(dir, 'data'), log: () => undefined })
    const sql = openSql({ ...database.admin, database: database.connection.database }, 1, {
      deadlines: false,
    })
    try {
      const limits = { TICKETS_PER_10_MINUTES: '1000000', REPLIES_PER_MINUTE: '1000000' }
      const env = { SEED: 'demo', RATE_LIMITS: 'off', LOG_LEVEL: 'fatal', ACCESS_TOKEN_SECONDS: '86400' }
      const app = await startApp({
        port: PORT,
        env: {
          ...env,
          ...limits,
          DATA_DIR: join(dir, 'files'),
          DATABASE_URL: addressOf(database.connection),
        },
      })
      try {
        const call = await openCall(app.url, CUSTOMERS[0])
        const admin = await openCall(app.url, ADMIN)
        const grown = await measure(call, admin, sql, Math.min(small, MOST_TICKETS))
        const rows = grown.map((one) => [
          one.name,
          show(one.count),
          inKb(sumOf(one, (name) => !isKept(name))),
          inKb(sumOf(one, isKept)),
          one.tables
            .slice(0, 5)
            .map(([name, bytes]) => `${name} ${inKb(bytes)}`)
            .join(', '),
        ])
        const [event] = await sql<{ bytes: number }[]>`
          select pg_total_relation_size('ticket_events')::float8 / greatest(count(*), 1) as bytes from ticket_events`
        return `${table(['Что', 'раз', 'остаётся, КБ', 'на дни, КБ', 'больше всего, КБ'], rows)}

Событие: ${inKb(event?.bytes ?? 0)} КБ. С индексами, PostgreSQL из поставки.

${capacityRows(grown)}`
      } finally {
        await app.end()
      }
    } finally {
      await sql.end()
      await database.stop()
      await rm(dir, { recursive: true, force: true })
    }
  },
}
