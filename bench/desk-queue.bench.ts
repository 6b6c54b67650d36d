import { searchTickets } from '@podmoga/contract/desk/search'
import { listQueue } from '@podmoga/contract/desk/tickets'
import { listSavedViews } from '@podmoga/contract/desk/views'
import { Refusal } from '@podmoga/contract/refusals'
import { type Bench, say } from './bench.ts'
import { enter, withDesk } from './desk-base.ts'
import { DESK } from './desk-data.ts'
import { median, quantile, show } from './numbers.ts'
import { table } from './report.ts'

const TURNS = 40
const WARM_UP = 3
const SEARCHES = 60

const VIEWS: readonly [title: string, query: (turn: number) => Record<string, string>][] = [
  ['ждут ответа', () => ({ waiting: 'true' })],
  ['все открытые, страница 100', () => ({ page: '100' })],
  ['мои', () => ({ assignee: 'me' })],
  ['ничьи', () => ({ assignee: 'none' })],
  ['отложенные', () => ({ snoozed: 'true' })],
  ['архив', () => ({ status: 'processed' })],
  ['ресторан', (turn) => ({ restaurant: String(1 + (turn % DESK.restaurants)) })],
  ['категория, архив', () => ({ category: 'other', status: 'processed' })],
  ['тема, архив', () => ({ topic: 'uzum', status: 'processed' })],
  ['срочные', () => ({ priority: 'urgent' })],
  ['срочные, архив', () => ({ priority: 'urgent', status: 'processed' })],
  ['частая метка', () => ({ tag: 'возврат' })],
  ['частая метка, архив', () => ({ tag: 'возврат', status: 'processed' })],
  ['редкая метка, архив', () => ({ tag: 'суд', status: 'processed' })],
  [
    'агент, метка и срочность, архив',
    (turn) => ({
      assignee: String(1 + (turn % DESK.agents)),
      tag: 'vip',
      priority: 'urgent',
      status: 'processed',
    }),
  ],
]

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Words as they stand in messages: rare and frequent ones, other forms, slips of the finger, numbers and names. */
const soughtOf = (texts: readonly string[]): [kind: string, words: string[]][] => {
  const wordsOf = (text: string) => text.match(/[а-яё]{5,}/gi) ?? []
  const some = texts.map((text, at) => ({ words: wordsOf(text), at }))
  const one = ({ words, at }: (typeof some)[number]) => words[at % Math.max(words.length, 1)] ?? 'касса'
  const slip = (word: string) => `${word.slice(0, 3)}${word.slice(4)}`
  return [
    ['одно слово', some.map(one)],
    ['два слова', some.map(({ words, at }) => `${one({ words, at })} ${words.at(-1) ?? ''}`)],
    ['слово и число', texts.map((text) => text.match(/Чек \d+/)?.[0] ?? 'Чек 1')],
    ['опечатка', some.map((part) => slip(one(part)))],
    ['номер тикета', some.map(({ at }) => String(1000 + at * 997))],
    ['клиент', some.map(({ at }) => `Ресторана${1 + (at % DESK.restaurants)}`)],
    ['ресторан: и слово', some.map((part) => `ресторан:"Ресторан ${1 + (part.at % 200)}" ${one(part)}`)],
  ]
}

/** Every view of the queue, and the search, of a desk with a million tickets. */
export const deskQueue: Bench = {
  name: 'desk-queue',
  title: 'Рабочее место: очередь и поиск при миллионе тикетов',
  run: (options) =>
    withDesk(options, 1, async ({ hosts, sql, tickets }) => {
      const { call } = await enter(hosts[0]?.hosted ?? '', DESK.login)
      const rows: string[][] = []
      for (const [title, query] of VIEWS) {
        const ms: number[] = []
        for (let turn = 0; turn < WARM_UP + TURNS; turn++) {
          const took = await timed(() => call(listQueue, { query: { page_size: '30', ...query(turn) } }))
          if (turn >= WARM_UP) ms.push(took)
        }
        rows.push([title, show(median(ms), 1), show(quantile(ms, 0.95), 1)])
        say(`${title}: ${show(median(ms), 1)} / ${show(quantile(ms, 0.95), 1)} мс`)
      }
      await sql`
        insert into saved_views (business_id, author_id, is_shared, name, filters, position)
        select 1, 1, true, 'Вид ' || n, jsonb_build_object('tab', 'open', 'tag', (array['возврат', 'vip', 'суд'])[1 + n % 3]), n
        from generate_series(1, 20) n on conflict do nothing`
      const views: number[] = []
      for (let turn = 0; turn < WARM_UP + TURNS; turn++)
        views.push(await timed(() => call(listSavedViews, {})))
      rows.push([
        'двадцать сохранённых фильтров со счётом',
        show(median(views.slice(WARM_UP)), 1),
        show(quantile(views.slice(WARM_UP), 0.95), 1),
      ])

      const found = await sql<{ text: string }[]>`
        select text from messages where id % ${Math.floor((tickets * 2) / SEARCHES)} = 0 order by id limit ${SEARCHES}`
      const searches: string[][] = []
      const all: number[] = []
      for (const [kind, words] of soughtOf(found.map(({ text }) => text))) {
        const ms: number[] = []
        let refused = 0
        for (const [at, q] of words.entries()) {
          if (at % 4 !== 0 && at >= WARM_UP) continue
          let isRefused = false
          const took = await timed(() =>
            call(searchTickets, { query: { q, page_size: '20' } }).catch((error: unknown) => {
              // What the database does not find within its deadline is answered with 503.
              if (!(error instanceof Refusal && error.code === 'unavailable')) throw error
              isRefused = true
            }),
          )
          if (at < WARM_UP) continue
          ms.push(took)
          if (isRefused) refused += 1
        }
        all.push(...ms)
        searches.push([
          kind,
          show(median(ms), 1),
          show(quantile(ms, 0.95), 1),
          show(Math.max(...ms), 0),
          `${refused} из ${ms.length}`,
        ])
        say(`${kind}: ${searches.at(-1)?.slice(1).join(' / ')} мс`)
      }
      searches.push([
        '**всё вместе**',
        show(median(all), 1),
        `**${show(quantile(all, 0.95), 1)}**`,
        show(Math.max(...all), 0),
        '',
      ])
      return `${table(['Вид очереди', 'p50, мс', 'p95, мс'], rows)}

${table(['Поиск', 'p50, мс', 'p95, мс', 'худший, мс', 'не успел (503)'], searches)}

${show(tickets)} тикетов и ${show(tickets * 2)} сообщений одного бизнеса, ресторанов ${DESK.restaurants}, агентов ${DESK.agents}, открытых 20 000. Ответ целиком, по HTTP, одним клиентом по очереди. Цель поиска: p95 ≤ 150 мс.`
    }),
}
