import { setTimeout as sleep } from 'node:timers/promises'
import { getFigures, listFigureTickets } from '@podmoga/contract/desk/figures'
import type { Sql } from '@podmoga/sql/sql'
import { listMonths, rebuildPeriods } from '../apps/server/src/service/figures/periods.sql.ts'
import { type Bench, say } from './bench.ts'
import { enter, withDesk } from './desk-base.ts'
import { DESK } from './desk-data.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { table } from './report.ts'

const TURNS = 20
const WARM_UP = 2
const PERIOD = { from: '2025-01-01', to: '2025-10-28' }
const MONTH = { from: '2025-09-01', to: '2025-09-28' }

/** Inserts the result of a walk through all tickets, with varied answer times: half within 20 minutes, some after hours. */
const fill = async (sql: Sql): Promise<void> => {
  say('показатели заполняются')
  // Waits until the server has built its periods; otherwise it would walk through the tickets itself.
  for (;;) {
    const [built] = await sql`select from figure_cursors where business_id = 1 and is_built`
    if (built !== undefined) break
    await sleep(500)
  }
  await sql`update figure_cursors set walked_to = null where business_id = 1`
  await sql.unsafe(
    `set synchronous_commit = off; set work_mem = '512MB'; truncate figure_facts, figure_sums, figure_periods`,
  )
  await sql.unsafe(`
    insert into agent_groups (business_id, place, name, restaurant_ids, categories, way)
      select 1, n, 'Группа ' || n, '{}', '{}', 'turn' from generate_series(1, 5) n where not exists (select from agent_groups);
    insert into agent_group_members select g.id, a from agent_groups g, generate_series(1, ${DESK.agents}) a
      where a % 5 + 1 = g.place on conflict do nothing;
    insert into devices (business_id, restaurant_id, code, kind, name, model, serial, place, created_at)
      select 1, r, 'bench-' || r || '-' || n, case when n < 3 then 'till' else 'printer' end, 'Устройство', 'Модель ' || (r + n) % 60,
        '', '', now() from generate_series(1, ${DESK.restaurants}) r, generate_series(1, 5) n
      where not exists (select from devices)`)
  await sql.unsafe(`
    insert into figure_facts (ticket_id, nth, business_id, restaurant_id, category, topic, agent_id, what, at, day, hour, minutes,
      device_id)
    select t.id, w.nth, 1, t.restaurant_id, t.category, t.topic, case when w.nth > 0 then coalesce(t.assignee_id, 1) end,
      w.what, t.created_at, (t.created_at at time zone 'Asia/Tashkent')::date,
      extract(hour from t.created_at at time zone 'Asia/Tashkent'),
      case w.what when 'first' then d.first when 'solved' then d.first * 3 else 0 end,
      v.id
    from tickets t join (select id, restaurant_id, row_number() over (partition by restaurant_id order by id) - 1 as place
        from devices) v on v.restaurant_id = t.restaurant_id and v.place = t.id % 5,
      lateral (select (20 * (exp(abs((hashint8(t.id)) % 1000) / 250.0) - 1))::int as first) d,
      lateral (values (0, 'opened'), (1, 'first'), (2, 'solved'), (3, 'answer'),
        (4, case when d.first < 60 then 'kept' else 'missed' end),
        (5, case when t.id % 9 = 0 then 'bad' when t.id % 3 = 0 then 'good' end)) w (nth, what)
    where w.what is not null and (w.nth = 0 or t.status = 'processed')`)
  const began = performance.now()
  for (const month of await listMonths(sql, '1'))
    await sql.begin((tx) => rebuildPeriods(tx, { business_id: '1', month }))
  say(`периоды посчитаны за ${show((performance.now() - began) / 1000, 1)} с`)
  await sql.unsafe('vacuum analyze figure_facts, figure_periods')
}

const QUESTIONS = [
  ['ten months by day', { ...PERIOD, by: 'day' }],
  ['ten months by hour', { ...PERIOD, by: 'hour' }],
  ['ten months by restaurant', { ...PERIOD, by: 'restaurant' }],
  ['ten months by topic', { ...PERIOD, by: 'topic' }],
  ['ten months by agent', { ...PERIOD, by: 'agent' }],
  ['ten months by group', { ...PERIOD, by: 'group' }],
  ['ten months by model', { ...PERIOD, by: 'model' }],
  ['one restaurant, ten months by topic', { ...PERIOD, by: 'topic', restaurant: '7' }],
  ['28 days by day', { ...MONTH, by: 'day' }],
  ['28 days by restaurant', { ...MONTH, by: 'restaurant' }],
  ['28 days by agent', { ...MONTH, by: 'agent' }],
] as const

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Measures every query of the page of figures over a million tickets. */
export const figures: Bench = {
  name: 'figures',
  title: 'Показатели при миллионе тикетов',
  run: (options) =>
    withDesk(options, 1, async ({ hosts, sql, tickets }) => {
      await fill(sql)
      await sql`
        insert into desk_members (person_id, business_id, role) values (1, 1, 'admin') on conflict do nothing`
      const { call } = await enter(hosts[0]?.hosted ?? '', DESK.login)
      const rows: string[][] = []
      const measure = async (title: string, ask: () => Promise<unknown>): Promise<void> => {
        const ms: number[] = []
        for (let turn = 0; turn < WARM_UP + TURNS; turn += 1) {
          const took = await timed(ask)
          if (turn >= WARM_UP) ms.push(took)
        }
        rows.push([title, show(median(ms), 1), show(quantile(ms, 0.95), 1)])
        say(`${title}: ${show(median(ms), 1)} / ${show(quantile(ms, 0.95), 1)} ms`)
      }
      for (const [title, query] of QUESTIONS) await measure(title, () => call(getFigures, { query }))
      await measure('tickets behind a figure', () =>
        call(listFigureTickets, { query: { ...PERIOD, what: 'bad' } }),
      )
      const [size] = await sql<{ facts: number; periods: number; mb: number }[]>`
        select (select count(*)::int from figure_facts) as facts, (select count(*)::int from figure_periods) as periods,
          ((pg_total_relation_size('figure_facts') + pg_total_relation_size('figure_periods')) / 1048576)::int as mb`
      return `${table(['Question', 'p50, ms', 'p95, ms'], rows)}

${show(tickets)} tickets of one business, ${DESK.restaurants} restaurants, ${DESK.agents} agents; whole answers with the period before, over HTTP, one client. Facts ${show(size?.facts ?? 0)}, periods ${show(size?.periods ?? 0)}, together ${show(size?.mb ?? 0)} MB.`
    }),
}
