import type { Db } from '@podmoga/sql/sql'
import type { Opening, Past } from './bursts.rules.ts'
import { ANY, AROUND_MS, keyOf, PAST_DAYS, ROOT, rootsOf, SAME_MS, WINDOW_MS } from './bursts.rules.ts'

const DAY_MS = 86_400_000
const MOST_OPENINGS = 500

/** Lists businesses in which enough restaurants wrote within the window. Reads events, which are indexed by time. */
export const listWriting = async (db: Db, now: Date, restaurants: number): Promise<string[]> => {
  const rows = await db<{ business_id: string }[]>`
    select business_id from ticket_events
    where created_at > ${new Date(now.getTime() - WINDOW_MS)} and kind = 'message' and restaurant_id is not null
    group by business_id having count(distinct restaurant_id) >= ${restaurants}`
  return rows.map(({ business_id }) => business_id)
}

/**
 * Returns the first ticket numbers of a business at or after each of these moments. Numbers grow with time and are indexed, so
 * each is found by binary search, all in one query.
 */
const numbersAt = async (db: Db, business_id: string, moments: readonly Date[]): Promise<number[]> => {
  const rows = await db<{ place: number; number: number }[]>`
    with recursive halves as (
      select at, place::int as place, 0 as low, (select last_ticket_number + 1 from businesses where id = ${business_id}) as high
      from unnest(${[...moments]}::timestamptz[]) with ordinality as asked (at, place)
      union all
      select h.at, h.place, case when found.created_at < h.at then found.number + 1 else h.low end,
        case when found.created_at < h.at then h.high else mid.number end
      from halves h cross join lateral (select (h.low + h.high) / 2 as number) mid
      left join lateral (
        select number, created_at from tickets where business_id = ${business_id} and number >= mid.number
        order by number limit 1
      ) found on true
      where h.low < h.high
    )
    select place, low as number from halves where low >= high order by place`
  return rows.map(({ number }) => number)
}

/** Returns the first messages of tickets created within the window, except merged ones. */
export const listOpenings = async (db: Db, business_id: string, now: Date): Promise<Opening[]> => {
  const [from = 0] = await numbersAt(db, business_id, [new Date(now.getTime() - WINDOW_MS)])
  const rows = await db<Opening[]>`
    select t.id, t.restaurant_id, coalesce(t.topic, t.category) as topic, tsvector_to_array(w.words) as stems
    from tickets t join messages m on m.ticket_id = t.id and m.position = 1 join message_words w on w.message_id = m.id
    where t.business_id = ${business_id} and t.number >= ${from} and t.status <> 'merged'
      and t.created_at > ${new Date(now.getTime() - WINDOW_MS)}
    order by t.number desc limit ${MOST_OPENINGS}`
  return rows.map((row) => ({ ...row, stems: rootsOf(row.stems) }))
}

/**
 * Counts tickets with these stems at the same hour of past days. `offset 0` makes PostgreSQL look up each day's tickets, and
 * each ticket's words, by index: it estimates a range of numbers as a ninth of all tickets and would read every message.
 */
export const readPast = async (
  db: Db,
  { business_id, now, stems }: { business_id: string; now: Date; stems: readonly string[] },
): Promise<Past> => {
  const days = Array.from({ length: PAST_DAYS }, (_, at) => now.getTime() - (at + 1) * DAY_MS)
  const moments = days.flatMap((at) => [new Date(at - AROUND_MS), new Date(at + AROUND_MS)])
  const numbers = await numbersAt(db, business_id, moments)
  const [first] = await db<{ created_at: Date }[]>`
    select created_at from tickets where business_id = ${business_id} order by number limit 1`
  const rows = await db<{ topic: string; stem: string | null; count: number }[]>`
    with past as (
      select coalesce(t.topic, t.category) as topic, w.words
      from unnest(${numbers.filter((_, at) => at % 2 === 0)}::int[], ${numbers.filter((_, at) => at % 2 === 1)}::int[])
        as day (first, after)
      cross join lateral (
        select id, topic, category from tickets
        where business_id = ${business_id} and number >= day.first and number < day.after offset 0
      ) t
      cross join lateral (
        select w.words from messages m join message_words w on w.message_id = m.id
        where m.ticket_id = t.id and m.position = 1 offset 0
      ) w
    )
    select topic, stem, count(*)::int as count
    from past cross join lateral (
      select null as stem union all select distinct left(word, ${ROOT}) from unnest(tsvector_to_array(words)) word
        where left(word, ${ROOT}) = any(${[...stems]})
    ) said group by topic, stem`
  const tickets = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const { topic, stem, count } of rows)
    for (const about of [topic, ANY]) {
      const [map, key] = stem === null ? [tickets, about] : [counts, keyOf(about, stem)]
      map.set(key, (map.get(key) ?? 0) + count)
    }
  const age = first === undefined ? 0 : (now.getTime() - first.created_at.getTime()) / DAY_MS
  return { days: Math.min(PAST_DAYS, Math.floor(age)), tickets, stems: counts }
}

/** Returns the folded texts of first messages, in which words for stems are found. */
export const listWritten = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await db<{ text: string }[]>`
    select search_fold(left(text, 2000)) as text from messages
    where ticket_id = any(${[...ids]}::bigint[]) and position = 1 order by id`
  return rows.map(({ text }) => text)
}

/**
 * Stores a burst: as a new proposal, or merged into one of the last hours that shares tickets or words. Returns the id of a new
 * proposal; null if it is already known or dismissed, or if an open incident has one of its tickets or its topic.
 */
export const keepBurst = async (
  db: Db,
  burst: {
    business_id: string
    topic: string | null
    words: readonly string[]
    ticket_ids: readonly string[]
    now: Date
  },
): Promise<string | null> => {
  const { business_id, topic, now } = burst
  const ids = [...burst.ticket_ids]
  const [row] = await db<{ id: string; is_new: boolean }[]>`
    with turn as materialized (
      select pg_advisory_xact_lock(hashtextextended('incident_proposals', ${business_id}::bigint))
    ), known as (
      update incident_proposals p set seen_at = ${now}, ticket_ids = array(
        select distinct one from unnest(p.ticket_ids || ${ids}::bigint[]) one order by one)
      from turn where p.business_id = ${business_id} and p.seen_at > ${new Date(now.getTime() - SAME_MS)}
        and (p.ticket_ids && ${ids}::bigint[] or p.words && ${[...burst.words]}::text[])
      returning p.id
    ), going as (
      select 1 from turn, incidents i where i.business_id = ${business_id} and i.until is null
        and (${topic}::text = any(i.topics) or exists (select from incident_tickets k
          where k.incident_id = i.id and k.ticket_id = any(${ids}::bigint[])))
    )
    insert into incident_proposals (business_id, topic, words, ticket_ids, made_at, seen_at)
    select ${business_id}::bigint, ${topic}::text, ${[...burst.words]}::text[], ${ids}::bigint[], ${now}::timestamptz, ${now}
    from turn where not exists (select from known) and not exists (select from going)
    returning id`
  return row?.id ?? null
}
