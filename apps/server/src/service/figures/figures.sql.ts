import type { FigureBy, FigureWhat } from '@podmoga/contract/desk/figures'
import type { Db } from '@podmoga/sql/sql'

/** What is asked, by whom: who may see a part of it has it narrowed to restaurants, or to what one agent did. */
export interface Asked {
  business_ids: readonly string[]
  /** null: all of the business. */
  restaurant_ids: readonly string[] | null
  agent_id: string | null
  from: string
  to: string
  by: FigureBy
}

const DAY = (db: Db, column: 'f' | 's') =>
  column === 'f' ? db`to_char(f.day, 'YYYY-MM-DD')` : db`to_char(s.day, 'YYYY-MM-DD')`

const FACT_KEY = (db: Db, by: FigureBy | null) => {
  if (by === null) return db`''`
  if (by === 'day') return DAY(db, 'f')
  if (by === 'hour') return db`lpad(f.hour::text, 2, '0')`
  if (by === 'restaurant') return db`f.restaurant_id::text`
  if (by === 'category') return db`f.category`
  return by === 'topic' ? db`f.topic` : db`f.agent_id::text`
}

/** One business is asked for as such: rows by its index come in the index's order. */
const OF = (db: Db, business_ids: readonly string[]) =>
  business_ids.length === 1 ? db`= ${business_ids[0] ?? ''}` : db`= any(${[...business_ids]}::bigint[])`

const isAll = ({ restaurant_ids, agent_id }: Asked): boolean => restaurant_ids === null && agent_id === null

/**
 * (key, what, minutes, n) of a question; `by` null: all under one key. From the kept sums where all of a business is asked
 * for, from what is behind them where it is a part: that is found by restaurant or by agent.
 */
const CELLS = (db: Db, asked: Asked, by: FigureBy | null) => {
  const { business_ids, restaurant_ids, agent_id, from, to } = asked
  const days = db`day between ${from}::date and ${to}::date`
  const ids = OF(db, business_ids)
  if (isAll(asked)) {
    const side = by === null || by === 'day' ? 'all' : by
    return db`
      select ${by === 'day' ? DAY(db, 's') : db`s.key`} as key, s.what, s.minutes, s.n from figure_sums s
      where s.business_id ${ids} and s.side = ${side} and s.${days} and s.n <> 0`
  }
  const facts = db`
    select ${FACT_KEY(db, by)} as key, f.what, f.minutes, 1 as n from figure_facts f
    where f.business_id ${ids} and f.${days}
      and ${restaurant_ids === null ? db`true` : db`f.restaurant_id = any(${[...restaurant_ids]}::bigint[])`}
      and ${agent_id === null ? db`true` : db`f.agent_id = ${agent_id}`}`
  if (agent_id !== null || restaurant_ids === null || (by !== null && by !== 'day' && by !== 'restaurant'))
    return facts
  const key = by === null ? db`''` : by === 'day' ? DAY(db, 's') : db`s.key`
  return db`${facts}
    union all
    select ${key}, s.what, s.minutes, s.n from figure_sums s
    where s.business_id ${ids} and s.side = 'restaurant' and s.${days} and s.n <> 0
      and s.key = any(${[...restaurant_ids]}::text[]) and s.what in ('looked', 'deflected')`
}

export interface FigureRow {
  key: string
  what: string
  n: number
  median: number
  p90: number
}

/** Counts, and exact medians: the least number of minutes that at least so many took no longer than. */
const readFigures = (db: Db, cells: ReturnType<Db>): Promise<FigureRow[]> => db<FigureRow[]>`
  with cell as (
    select key, what, minutes, sum(n)::int as n from (${cells as never}) c where key is not null group by 1, 2, 3
  ), ranked as (
    select *, sum(n) over (partition by key, what order by minutes) as upto, sum(n) over (partition by key, what) as total
    from cell
  )
  select key, what, max(total)::int as n, min(minutes) filter (where upto * 2 >= total) as median,
    min(minutes) filter (where upto * 10 >= total * 9) as p90
  from ranked group by key, what order by key`

/** Of the whole question. */
export const readTotals = (db: Db, asked: Asked): Promise<FigureRow[]> =>
  readFigures(db, CELLS(db, asked, null) as never)

/** Of some of its keys. */
export const readRows = (db: Db, asked: Asked, keys: readonly string[]): Promise<FigureRow[]> =>
  readFigures(
    db,
    db`select * from (${CELLS(db, asked, asked.by)}) k where k.key = any(${[...keys]}::text[])` as never,
  )

/** A page of its keys, those with the most first, and how many there are. */
export const listKeys = async (
  db: Db,
  asked: Asked,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ keys: string[]; total_items: number }> => {
  // Nobody opens a ticket as an agent.
  const what = asked.by === 'agent' || asked.agent_id !== null ? 'answer' : 'opened'
  const rows = await db<{ key: string; items: number }[]>`
    select key, (count(*) over ())::int as items from (${CELLS(db, asked, asked.by)}) c where key is not null
    group by key order by coalesce(sum(n) filter (where what = ${what}), 0) desc, key collate "C"
    limit ${limit} offset ${offset}`
  if (rows.length > 0 || offset === 0)
    return { keys: rows.map(({ key }) => key), total_items: rows[0]?.items ?? 0 }
  const first = await listKeys(db, asked, { limit: 1, offset: 0 })
  return { keys: [], total_items: first.total_items }
}

/** Restaurants of a business by name; null: every one. */
export const listNamedRestaurants = (
  db: Db,
  { business_ids, restaurant_ids }: Pick<Asked, 'business_ids' | 'restaurant_ids'>,
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

/** Tickets that wait for an answer now. */
export const countWaiting = async (
  db: Db,
  { business_ids, restaurant_ids, agent_id }: Asked,
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

/** Questions that no article answers yet. */
export const countGaps = async (db: Db, business_ids: readonly string[]): Promise<number> => {
  const [row] = await db<{ gaps: number }[]>`
    select count(*)::int as gaps from knowledge_gaps
    where business_id = any(${[...business_ids]}::bigint[]) and closed_at is null`
  return row?.gaps ?? 0
}

export interface BehindAsked extends Omit<Asked, 'by'> {
  what: FigureWhat
  category: string | null
  topic: string | null
  hour: number | null
  after: { day: string; ticket_id: string; nth: number } | null
  limit: number
}
export interface BehindRow {
  day: string
  ticket_id: string
  nth: number
  number: number
  restaurant: string
  category: string
  topic: string | null
  status: string
  at: Date
  minutes: number
  agent: string | null
  word: string | null
}

/** What a figure is made of, by its days. */
export const listBehindRows = (db: Db, asked: BehindAsked): Promise<BehindRow[]> => {
  const { business_ids, restaurant_ids, agent_id, from, to, what, category, topic, hour, after, limit } =
    asked
  return db<BehindRow[]>`
    select ${DAY(db, 'f')} as day, f.ticket_id, f.nth, t.number, r.name as restaurant, f.category, f.topic, t.status, f.at,
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
      and ${after === null ? db`true` : db`(f.day, f.ticket_id, f.nth) > (${after.day}::date, ${after.ticket_id}::bigint, ${after.nth}::int)`}
    order by f.day, f.ticket_id, f.nth limit ${limit}`
}
