import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { TakeAlong } from '../../module.ts'
import type { Fact, Told, What } from './facts.rules.ts'

export interface ToldTicket extends Told {
  id: string
  restaurant_id: string
  category: string
  topic: string | null
}

const ms = (at: Date): number => at.getTime()

/** What is counted of these tickets beside their levels; merged ones are none of their own. */
export const listTold = async (db: Db, ids: readonly string[]): Promise<ToldTicket[]> => {
  const asked = [...ids]
  const tickets = await db<
    {
      id: string
      restaurant_id: string
      category: string
      topic: string | null
      created_at: Date
      score: 'good' | 'bad' | null
      rated_at: Date | null
    }[]
  >`
    select t.id, t.restaurant_id, t.category, t.topic, t.created_at, r.score, r.created_at as rated_at
    from tickets t left join ticket_ratings r on r.ticket_id = t.id and r.score <> 'skipped'
    where t.id = any(${asked}::bigint[]) and t.status <> 'merged' order by t.id`
  const answers = Map.groupBy(
    await db<{ ticket_id: string; created_at: Date; author_id: string }[]>`
      select ticket_id, created_at, author_id from messages
      where ticket_id = any(${asked}::bigint[]) and from_support and not is_automatic order by ticket_id, position`,
    ({ ticket_id }) => ticket_id,
  )
  const log = Map.groupBy(
    await db<{ ticket_id: string; at: Date; act: 'closed' | 'reopened'; person_id: string | null }[]>`
      select ticket_id, at, act, person_id from ticket_log
      where ticket_id = any(${asked}::bigint[]) and act in ('closed', 'reopened') order by ticket_id, id`,
    ({ ticket_id }) => ticket_id,
  )
  return tickets.map(({ id, restaurant_id, category, topic, created_at, score, rated_at }) => {
    const acts = log.get(id) ?? []
    return {
      id,
      restaurant_id,
      category,
      topic,
      opened_at: ms(created_at),
      answers: (answers.get(id) ?? []).map((one) => ({ at: ms(one.created_at), agent_id: one.author_id })),
      closings: acts.flatMap(({ act, at, person_id }) =>
        act === 'closed' ? [{ at: ms(at), agent_id: person_id }] : [],
      ),
      reopenings: acts.flatMap(({ act, at }) => (act === 'reopened' ? [ms(at)] : [])),
      rating: score === null || rated_at === null ? null : { at: ms(rated_at), score },
    }
  })
}

/** A fact as it is kept. */
export interface FactRow {
  ticket_id: string
  nth: number
  business_id: string
  restaurant_id: string
  category: string
  topic: string | null
  agent_id: string | null
  what: What
  /** ISO 8601. */
  at: string
  day: string
  hour: number
  minutes: number
}

export const rowsOf = (
  business_id: string,
  { id, restaurant_id, category, topic }: ToldTicket,
  facts: readonly Fact[],
): FactRow[] =>
  facts.map(({ what, at, day, hour, minutes, agent_id }, nth) => ({
    ticket_id: id,
    nth,
    business_id,
    restaurant_id,
    category,
    topic,
    agent_id,
    what,
    at: new Date(at).toISOString(),
    day,
    hour,
    minutes,
  }))

const COLUMNS = (
  db: Db,
) => db`f.ticket_id, f.nth, f.business_id, f.restaurant_id, f.category, f.topic, f.agent_id,
  f.what, f.at, to_char(f.day, 'YYYY-MM-DD') as day, f.hour, f.minutes`

type Kept = Omit<FactRow, 'at'> & { at: Date }
const asRow = (row: Kept): FactRow => ({ ...row, at: row.at.toISOString() })

/** What changes the sums by one. */
export type Counted = Pick<FactRow, 'business_id' | 'day' | 'minutes' | 'hour' | 'restaurant_id'> & {
  what: string
  category?: string | null
  topic?: string | null
  agent_id?: string | null
}

const hourKey = (hour: number): string => String(hour).padStart(2, '0')

const sidesOf = (one: Counted): [side: string, key: string | null | undefined][] => [
  ['all', ''],
  ['hour', hourKey(one.hour)],
  ['restaurant', one.restaurant_id],
  ['category', one.category],
  ['topic', one.topic],
  ['agent', one.agent_id],
]

/** Adds to the sums, and takes from them. */
export const addToSums = async (
  tx: TransactionSql,
  added: readonly Counted[],
  gone: readonly Counted[] = [],
): Promise<void> => {
  const sums = new Map<string, { n: number } & Record<string, string | number>>()
  const add = (one: Counted, by: number): void => {
    const { business_id, day, what, minutes } = one
    for (const [side, key] of sidesOf(one)) {
      if (key === null || key === undefined) continue
      const name = JSON.stringify([business_id, side, day, key, what, minutes])
      const sum = sums.get(name)
      if (sum === undefined) sums.set(name, { business_id, side, day, key, what, minutes, n: by })
      else sum.n += by
    }
  }
  for (const one of added) add(one, 1)
  for (const one of gone) add(one, -1)
  const changed = [...sums.values()].filter(({ n }) => n !== 0)
  if (changed.length === 0) return
  // In one order: two who add at once must not wait for each other.
  await tx`
    insert into figure_sums as s (business_id, side, day, key, what, minutes, n)
    select business_id, side, day, key, what, minutes, n
    from jsonb_to_recordset(${tx.json(changed)}) as r (business_id bigint, side text, day date, key text, what text,
      minutes integer, n integer)
    order by 1, 2, 3, 4, 5, 6
    on conflict (business_id, side, day, key, what, minutes) do update set n = s.n + excluded.n`
}

const told = (row: FactRow): string => JSON.stringify(Object.values(row))

/** Keeps what these tickets add, where it is other than before; answers which tickets were. */
export const keepFacts = async (
  tx: TransactionSql,
  ids: readonly string[],
  rows: readonly FactRow[],
): Promise<string[]> => {
  const kept = (
    await tx<Kept[]>`
      select ${COLUMNS(tx)} from figure_facts f where f.ticket_id = any(${[...ids]}::bigint[])
      order by f.ticket_id, f.nth for update`
  ).map(asRow)
  const before = Map.groupBy(kept, ({ ticket_id }) => ticket_id)
  const after = Map.groupBy(rows, ({ ticket_id }) => ticket_id)
  const words = (facts: readonly FactRow[] | undefined): string => (facts ?? []).map(told).join()
  const changed = new Set(ids.filter((id) => words(before.get(id)) !== words(after.get(id))))
  if (changed.size === 0) return []
  const gone = kept.filter(({ ticket_id }) => changed.has(ticket_id))
  const added = rows.filter(({ ticket_id }) => changed.has(ticket_id))
  await tx`delete from figure_facts where ticket_id = any(${[...changed]}::bigint[])`
  await tx`
    insert into figure_facts (ticket_id, nth, business_id, restaurant_id, category, topic, agent_id, what, at, day, hour,
      minutes)
    select * from jsonb_to_recordset(${tx.json(added)}) as r (ticket_id bigint, nth integer, business_id bigint,
      restaurant_id bigint, category text, topic text, agent_id bigint, what text, at timestamptz, day date, hour smallint,
      minutes integer)`
  await addToSums(tx, added, gone)
  return [...changed]
}

/** Takes what tickets that go have added; they name no files. */
export const takeFacts: TakeAlong = async (tx, ticket_ids) => {
  const gone = await tx<Kept[]>`
    delete from figure_facts f where f.ticket_id = any(${[...ticket_ids]}::bigint[]) returning ${COLUMNS(tx)}`
  await addToSums(tx, [], gone.map(asRow))
  return []
}
