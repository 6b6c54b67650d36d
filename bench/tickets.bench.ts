import { openSql } from '@podmoga/sql/sql'
import { type Bench, type BenchOptions, say } from './bench.ts'
import type { Host } from './host.ts'
import { CONNECTIONS, interleave, type Load } from './lib/load.ts'
import { median, show } from './lib/numbers.ts'
import { PEOPLE } from './lib/tickets-data.ts'
import { table } from './report.ts'
import { type Base, headersOf, withBases } from './tickets-bases.ts'

/** Number of tickets of restaurant 1: enough that not always the same row is read. */
const TICKETS_READ = 20

const NAMES = ['product', 'production', 'rows', 'nothing'] as const
type Name = (typeof NAMES)[number]
/** Returns tickets of restaurant 1 with a full page of messages, newest first. */
const longTickets = async ({ connection }: Base): Promise<string[]> => {
  const sql = openSql(connection, 1, { deadlines: false })
  const rows = await sql<{ id: string }[]>`
    select id from tickets where restaurant_id = 1 and message_count > 10
    order by last_message_at desc limit ${TICKETS_READ}`
  await sql.end()
  return rows.map((row) => row.id)
}

const measure = async (base: Base, host: Host<unknown>, options: BenchOptions): Promise<string> => {
  const headers = await headersOf(base, PEOPLE.idle, '1')
  const ids = await longTickets(base)
  const routes: [title: string, product: string[], bare: string[]][] = [
    ['список тикетов', ['/api/help_desk/tickets/'], ['list']],
    ['тикет', ids.map((id) => `/api/help_desk/tickets/${id}/`), ids.map((id) => `ticket/${id}`)],
    [
      'страница сообщений',
      ids.map((id) => `/api/help_desk/tickets/${id}/messages/`),
      ids.map((id) => `messages/${id}`),
    ],
  ]
  const rows: string[][] = []
  for (const [title, product, bare] of routes) {
    const bareAs = (kind: string) => ({
      url: base.bare,
      paths: bare.map((path) => `/${kind}/${path}`),
      headers: {},
    })
    const rounds = await interleave(
      NAMES,
      {
        product: { url: base.product, paths: product, headers },
        production: { url: base.production, paths: product, headers },
        rows: bareAs('rows'),
        nothing: bareAs('nothing'),
      },
      host,
      options,
    )
    const middle = (name: Name, what: keyof Load) => median(rounds.map((round) => round[name][what]))
    const ratio = (one: Name, other: Name) =>
      show(median(rounds.map((round) => round[one].per_second / round[other].per_second)), 2)
    const all = rounds.map((round) => round.product.per_second / round.nothing.per_second)
    say(`${title}: ${all.map((value) => show(value, 2)).join(', ')}`)
    rows.push([
      title,
      ...NAMES.map((name) => show(middle(name, 'per_second'))),
      `**${ratio('product', 'nothing')}**`,
      ratio('product', 'rows'),
      ratio('production', 'nothing'),
      NAMES.map((name) => show(middle(name, 'cpu'))).join(' / '),
      `${show(middle('product', 'p50'))} / ${show(middle('product', 'p99'))}`,
    ])
  }
  return table(
    [
      'Вызов',
      'продукт, запр/с',
      'продукт как в работе',
      'голый с JSON',
      'голый',
      'продукт : голый',
      'продукт : голый с JSON',
      'как в работе : голый',
      'мкс процессора на запрос, в том же порядке',
      'продукт p50 / p99, мс',
    ],
    rows,
  )
}

/** Compares the product's reads with a bare Fastify that runs the same SQL on the same pool. */
export const tickets: Bench = {
  name: 'tickets',
  title: 'Тикеты: доля скорости голого Fastify',
  run: (options) =>
    withBases(options, [options.small], async ([base], host) => {
      if (base === undefined) throw new Error('there is no base')
      const report = await measure(base, host, options)
      return `${report}

${CONNECTIONS} соединений, варианты вперемежку: раундов ${options.rounds}, в каждом по ${options.seconds} с на вариант; медианы раундов. Цель: «продукт : голый» ≥ 0,6.`
    }),
}
