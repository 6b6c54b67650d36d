import type { FigureBy, FigureWhat } from '@podmoga/contract/desk/figures'
import type { Db } from '@podmoga/sql/sql'
import type { Minutes } from './minutes.ts'
import { type Counts, eachCount } from './periods.sql.ts'

/** A query of figures, limited to what the caller may see: to restaurants, or to what one agent did. */
export interface FiguresQuery {
  business_ids: readonly string[]
  /** null: all of the business. */
  restaurant_ids: readonly string[] | null
  agent_id: string | null
  from: string
  to: string
  by: FigureBy
}

const DAY = (db: Db, of: 'f.day' | 'p.since') => db`to_char(${db(of)}, 'YYYY-MM-DD')`

/** SQL: `=` for a single business, so that the index also gives the order of rows. */
const OF = (db: Db, business_ids: readonly string[]) =>
  business_ids.length === 1 ? db`= ${business_ids[0] ?? ''}` : db`= any(${[...business_ids]}::bigint[])`

/** SQL: joins the current groups of an agent. */
const GROUPS = (db: Db, of: 'f' | 'p') =>
  db`join agent_group_members m on m.person_id::text = ${db.unsafe(of === 'f' ? 'f.agent_id::text' : 'p.key') as never}
    join agent_groups g on g.id = m.group_id and g.business_id = ${db(`${of}.business_id`)}`
const GROUP_KEY = 'g.id::text'

const FACT_KEYS: Partial<Record<FigureBy, string>> = {
  group: GROUP_KEY,
  kind: 'd.kind',
  model: `nullif(d.model, '')`,
  hour: `lpad(f.hour::text, 2, '0')`,
  restaurant: 'f.restaurant_id::text',
  category: 'f.category',
  topic: 'f.topic',
  agent: 'f.agent_id::text',
}
const SIDES: Partial<Record<FigureBy, string>> = {
  day: 'all',
  group: 'agent',
}

const DAY_MS = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const monthOf = (day: string, later = 0): string =>
  dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + later, 1))

/** Splits a period into whole months and remaining days. */
export const spansOf = (from: string, to: string): { span: 'day' | 'month'; low: string; high: string }[] => {
  const after = dayOf(Date.parse(to) + DAY_MS)
  const first = monthOf(from) === from ? from : monthOf(from, 1)
  const end = monthOf(after)
  if (first >= end) return [{ span: 'day', low: from, high: to }]
  const before = (day: string): string => dayOf(Date.parse(day) - DAY_MS)
  return [
    { span: 'day' as const, low: from, high: before(first) },
    { span: 'month' as const, low: first, high: before(end) },
    { span: 'day' as const, low: end, high: to },
  ].filter(({ low, high }) => low <= high)
}

/** Returns the side of `figure_periods` that answers a query; null if only the facts do. */
const sideOf = ({ restaurant_ids, agent_id }: FiguresQuery, by: FigureBy | null): string | null => {
  if (restaurant_ids === null && agent_id === null) return by === null ? 'all' : (SIDES[by] ?? by)
  const part = agent_id === null ? 'restaurant' : restaurant_ids === null ? 'agent' : null
  return by === null || by === 'day' || by === part ? part : null
}

/**
 * SQL: rows (key, counts, minutes) of a query, several per key; `by` null: all under one key. Read from `figure_periods` where
 * it has a side for the query, else from the facts, which are indexed by restaurant and by agent.
 */
const CELLS = (db: Db, asked: FiguresQuery, by: FigureBy | null) => {
  const { business_ids, restaurant_ids, agent_id, from, to } = asked
  const ids = OF(db, business_ids)
  const side = sideOf(asked, by)
  if (side === null)
    return db`
      select ${by === null ? db`''` : by === 'day' ? DAY(db, 'f.day') : (db.unsafe(FACT_KEYS[by] ?? '') as never)} as key,
        ${eachCount(db, (what) => `(f.what = '${what}')::int as ${what}`)},
        case f.what when 'first' then int4send(f.minutes) || int4send(1) end as first_minutes,
        case f.what when 'solved' then int4send(f.minutes) || int4send(1) end as solved_minutes
      from figure_facts f ${by === 'group' ? GROUPS(db, 'f') : by === 'kind' || by === 'model' ? db`join figure_devices d using (device_id)` : db``}
      where f.business_id ${ids} and f.day between ${from}::date and ${to}::date
        and ${restaurant_ids === null ? db`true` : db`f.restaurant_id = any(${[...restaurant_ids]}::bigint[])`}
        and ${agent_id === null ? db`true` : db`f.agent_id = ${agent_id}`}`
  const spans = by === 'day' ? [{ span: 'day', low: from, high: to }] : spansOf(from, to)
  const own = agent_id === null ? restaurant_ids : [agent_id]
  const key = by === 'group' ? GROUP_KEY : 'p.key'
  return db`
    select ${by === null ? db`''` : by === 'day' ? DAY(db, 'p.since') : (db.unsafe(key) as never)} as key,
      ${eachCount(db, (what) => `p.${what}`)}, p.first_minutes, p.solved_minutes
    from jsonb_to_recordset(${db.json(spans)}) as s (span text, low date, high date)
      join figure_periods p on p.span = s.span and p.since between s.low and s.high ${by === 'group' ? GROUPS(db, 'p') : db``}
    where p.business_id ${ids} and p.side = ${side} and ${own === null ? db`true` : db`p.key = any(${[...own]}::text[])`}
      and greatest(${eachCount(db, (what) => `p.${what}`)}) > 0`
}

export type FigureRow = Counts & {
  key: string
  first_minutes: Minutes | null
  solved_minutes: Minutes | null
}

const readFigures = (db: Db, cells: ReturnType<Db>): Promise<FigureRow[]> => db<FigureRow[]>`
  select key, ${eachCount(db, (what) => `sum(${what})::int as ${what}`)}, string_agg(first_minutes, '') as first_minutes,
    string_agg(solved_minutes, '') as solved_minutes
  from (${cells as never}) c where key is not null group by key order by key`

/** Returns the figures of the whole query. */
export const readTotals = async (db: Db, asked: FiguresQuery): Promise<FigureRow | undefined> =>
  (await readFigures(db, CELLS(db, asked, null) as never))[0]

/** Returns the figures of some of the query's keys. */
export const readRows = (db: Db, asked: FiguresQuery, keys: readonly string[]): Promise<FigureRow[]> =>
  readFigures(
    db,
    db`select * from (${CELLS(db, asked, asked.by)}) k where k.key = any(${[...keys]}::text[])` as never,
  )

/** Returns a page of the query's keys, those with the largest counts first, and the total number of keys. */
export const listKeys = async (
  db: Db,
  asked: FiguresQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ keys: string[]; total_items: number }> => {
  // Tickets are not opened by agents, so these sort by answers.
  const isOfAgents = asked.by === 'agent' || asked.by === 'group' || asked.agent_id !== null
  const rows = await db<{ key: string; items: number }[]>`
    select key, (count(*) over ())::int as items from (${CELLS(db, asked, asked.by)}) c where key is not null
    group by key order by sum(${db(isOfAgents ? 'answer' : 'opened')}) desc, key collate "C"
    limit ${limit} offset ${offset}`
  if (rows.length > 0 || offset === 0)
    return { keys: rows.map(({ key }) => key), total_items: rows[0]?.items ?? 0 }
  const first = await listKeys(db, asked, { limit: 1, offset: 0 })
  return { keys: [], total_items: first.total_items }
}

/** Lists restaurants of businesses by name; `restaurant_ids` null: all. */
export const listNamedRestaurants = (
  db: Db,
  { business_ids, restaurant_ids }: Pick<FiguresQuery, 'business_ids' | 'restaurant_ids'>,
): Promise<{ id: string; name: string }[]> => db<{ id: string; name: string }[]>`
  select id, name from restaurants
  where business_id = any(${[...business_ids]}::bigint[])
    and ${restaurant_ids === null ? db`true` : db`id = any(${[...restaurant_ids]}::bigint[])`}
  order by name, id`

export const listTopicNames = (
  db: Db,
  { business_ids, keys }: { business_ids: readonly string[]; keys: readonly string[] },
): Promise<{ key: string; name: string }[]> => db<{ key: string; name: string }[]>`
  select key, min(name) as name from topics
  where business_id = any(${[...business_ids]}::bigint[]) and key = any(${[...keys]}::text[]) group by key`

export const listAgentNames = (
  db: Db,
  ids: readonly string[],
): Promise<{ key: string; name: string }[]> => db<{ key: string; name: string }[]>`
  select id as key, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), '№' || id) as name from people
  where id = any(${[...ids]}::bigint[])`

export const listGroupNames = (
  db: Db,
  business_ids: readonly string[],
): Promise<{ key: string; name: string }[]> => db<{ key: string; name: string }[]>`
  select id::text as key, name from agent_groups where business_id = any(${[...business_ids]}::bigint[])`

/** Counts tickets that wait for an answer now. */
export const countWaiting = async (
  db: Db,
  { business_ids, restaurant_ids, agent_id }: FiguresQuery,
): Promise<number> => {
  const ids = db`any(${[...business_ids]}::bigint[])`
  const [row] =
    agent_id === null
      ? await db<{ waiting: number }[]>`
          select coalesce(sum(c.waiting), 0)::int as waiting from ticket_counts c join restaurants r on r.id = c.restaurant_id
          where r.business_id = ${ids} and c.status = 'awaiting_response'
            and ${restaurant_ids === null ? db`true` : db`r.id = any(${[...restaurant_ids]}::bigint[])`}`
      : await db<{ waiting: number }[]>`
          select count(*)::int as waiting from tickets
          where assignee_id = ${agent_id} and business_id = ${ids} and status = 'awaiting_response'
            and waiting_since is not null and snoozed_until is null
            and ${restaurant_ids === null ? db`true` : db`restaurant_id = any(${[...restaurant_ids]}::bigint[])`}`
  return row?.waiting ?? 0
}

/** Counts questions that no article answers yet. */
export const countGaps = async (db: Db, business_ids: readonly string[]): Promise<number> => {
  const [row] = await db<{ gaps: number }[]>`
    select count(*)::int as gaps from knowledge_gaps
    where business_id = any(${[...business_ids]}::bigint[]) and closed_at is null`
  return row?.gaps ?? 0
}

export interface FactsQuery extends Omit<FiguresQuery, 'by'> {
  what: FigureWhat
  category: string | null
  topic: string | null
  hour: number | null
  group: string | null
  kind: string | null
  model: string | null
  after: { day: string; ticket_id: string; nth: number } | null
  limit: number
}
export interface BehindRow {
  day: string
  ticket_id: string
  nth: number
  number: number
  restaurant: string
  restaurant_id: string
  category: string
  topic: string | null
  status: string
  at: Date
  minutes: number
  agent: string | null
  word: string | null
}

/** Returns a page of the facts behind a figure, by day. */
export const listBehindRows = (db: Db, asked: FactsQuery): Promise<BehindRow[]> => {
  const {
    business_ids,
    restaurant_ids,
    agent_id,
    from,
    to,
    what,
    category,
    topic,
    hour,
    group,
    kind,
    model,
  } = asked
  const { after, limit } = asked
  return db<BehindRow[]>`
    select ${DAY(db, 'f.day')} as day, f.ticket_id, f.nth, t.number, r.name as restaurant, f.restaurant_id, f.category, f.topic, t.status, f.at,
      f.minutes, coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), '№' || p.id) as agent,
      case when f.what in ('good', 'bad') then g.word end as word
    from figure_facts f join tickets t on t.id = f.ticket_id join restaurants r on r.id = f.restaurant_id
      left join people p on p.id = f.agent_id left join ticket_ratings g on g.ticket_id = f.ticket_id
    where f.business_id ${OF(db, business_ids)} and f.what = ${what}
      and f.day between ${from}::date and ${to}::date
      and ${restaurant_ids === null ? db`true` : db`f.restaurant_id = any(${[...restaurant_ids]}::bigint[])`}
      and ${agent_id === null ? db`true` : db`f.agent_id = ${agent_id}`}
      and ${category === null ? db`true` : db`f.category = ${category}`}
      and ${topic === null ? db`true` : db`f.topic = ${topic}`}
      and ${hour === null ? db`true` : db`f.hour = ${hour}`}
      and ${
        group === null
          ? db`true`
          : db`f.agent_id in (select m.person_id from agent_group_members m join agent_groups o on o.id = m.group_id
              where o.id = ${group} and o.business_id = f.business_id)`
      }
      and ${kind === null ? db`true` : db`exists (select from devices d where d.id = f.device_id and d.kind = ${kind})`}
      and ${model === null ? db`true` : db`exists (select from devices d where d.id = f.device_id and d.model = ${model})`}
      and ${after === null ? db`true` : db`(f.day, f.ticket_id, f.nth) > (${after.day}::date, ${after.ticket_id}::bigint, ${after.nth}::int)`}
    order by f.day, f.ticket_id, f.nth limit ${limit}`
}
