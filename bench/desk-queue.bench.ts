import { listQueue } from '@podmoga/contract/desk/tickets'
import { listSavedViews } from '@podmoga/contract/desk/views'
import { type Bench, say } from './bench.ts'
import { enter, withDesk } from './desk-base.ts'
import { DESK, OPEN } from './desk-data.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { table } from './report.ts'

const TURNS = 40
const WARM_UP = 3

const VIEWS: readonly [title: string, query: (i: number) => Record<string, string>][] = [
  ['ждут ответа', () => ({ waiting: 'true' })],
  ['все открытые, страница 100', () => ({ page: '100' })],
  ['мои', () => ({ assignee: 'me' })],
  ['ничьи', () => ({ assignee: 'none' })],
  ['отложенные', () => ({ snoozed: 'true' })],
  ['архив', () => ({ status: 'processed' })],
  ['ресторан', (i) => ({ restaurant: String(1 + (i % DESK.restaurants)) })],
  ['категория, архив', () => ({ category: 'other', status: 'processed' })],
  ['тема, архив', () => ({ topic: 'uzum', status: 'processed' })],
  ['срочные', () => ({ priority: 'urgent' })],
  ['срочные, архив', () => ({ priority: 'urgent', status: 'processed' })],
  ['частая метка', () => ({ tag: 'возврат' })],
  ['частая метка, архив', () => ({ tag: 'возврат', status: 'processed' })],
  ['редкая метка, архив', () => ({ tag: 'суд', status: 'processed' })],
  [
    'агент, метка и срочность, архив',
    (i) => ({
      assignee: String(1 + (i % DESK.agents)),
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

/** Measures every view of the queue of a desk with a million tickets. */
export const deskQueue: Bench = {
  name: 'desk-queue',
  title: 'Рабочее место: очередь при миллионе тикетов',
  run: (options) =>
    withDesk(options, 1, async ({ hosts, sql, tickets }) => {
      const { call } = await enter(hosts[0]?.hosted ?? '', DESK.login)
      const rows: string[][] = []
      for (const [title, query] of VIEWS) {
        const ms: number[] = []
        for (let i = 0; i < WARM_UP + TURNS; i++) {
          const took = await timed(() => call(listQueue, { query: { page_size: '30', ...query(i) } }))
          if (i >= WARM_UP) ms.push(took)
        }
        rows.push([title, show(median(ms), 1), show(quantile(ms, 0.95), 1)])
        say(`${title}: ${show(median(ms), 1)} / ${show(quantile(ms, 0.95), 1)} мс`)
      }
      await sql`
        insert into saved_views (business_id, author_id, is_shared, name, filters, position)
        select 1, 1, true, 'Вид ' || n, jsonb_build_object('tab', 'open', 'tag', (array['возврат', 'vip', 'суд'])[1 + n % 3]), n
        from generate_series(1, 20) n on conflict do nothing`
      const views: number[] = []
      for (let i = 0; i < WARM_UP + TURNS; i++) views.push(await timed(() => call(listSavedViews, {})))
      rows.push([
        'двадцать сохранённых фильтров со счётом',
        show(median(views.slice(WARM_UP)), 1),
        show(quantile(views.slice(WARM_UP), 0.95), 1),
      ])

      return `${table(['Вид очереди', 'p50, мс', 'p95, мс'], rows)}

${show(tickets)} тикетов и ${show(tickets * 2)} сообщений одного бизнеса, ресторанов ${DESK.restaurants}, агентов ${DESK.agents}, открытых ${show(Math.min(tickets, OPEN))}. Ответ целиком, по HTTP, одним клиентом по очереди.`
    }),
}
