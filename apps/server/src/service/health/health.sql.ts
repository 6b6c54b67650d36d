import type { Db } from '@podmoga/sql/sql'

const WEEKS = 9
const SHOWN = 20
const DAY = 24 * 3_600_000
const REPEATS_MS = 28 * DAY
const UNREAD_MS = 30 * DAY
const REPEATS = 3

export interface RestaurantRow {
  id: string
  name: string
  timezone: string
}

/** Finds a restaurant within the caller's scope. `restaurant_ids` null: any of the business. */
export const findRestaurantRow = async (
  db: Db,
  asked: { business_id: string; restaurant_ids: readonly string[] | null; restaurant_id: string },
): Promise<RestaurantRow | undefined> => {
  const { business_id, restaurant_ids, restaurant_id } = asked
  const [row] = await db<RestaurantRow[]>`
    select id, name, timezone from restaurants where id = ${restaurant_id} and business_id = ${business_id}
    ${restaurant_ids === null ? db`` : db`and id = any(${[...restaurant_ids]}::bigint[])`}`
  return row
}

/** SQL: tickets of a restaurant created since then. Their last message is not older, which lets the index be used. */
const written = (db: Db, restaurant_id: string, since: Date) => db`
  select t.created_at, t.category, t.topic, t.topic_name from tickets t
  where t.restaurant_id = ${restaurant_id} and t.status in ('awaiting_response', 'processed')
    and t.last_message_at >= ${since} and t.created_at >= ${since}`

/** Counts tickets in each of nine weeks, empty ones too. `is_known`: the restaurant existed or had tickets by then. */
export const countWeeks = (
  db: Db,
  { id, timezone, now }: RestaurantRow & { now: Date },
): Promise<{ begins: string; tickets: number; is_known: boolean }[]> => db`
  with weeks as (
    select date_trunc('week', ${now}::timestamptz at time zone ${timezone}) - n * interval '1 week' as begins
    from generate_series(0, ${WEEKS - 1}) n
  ), recent as (
    select date_trunc('week', w.created_at at time zone ${timezone}) as begins
    from (${written(db, id, new Date(now.getTime() - (WEEKS + 1) * 7 * DAY))}) w
  )
  select weeks.begins::date::text as begins,
    (select count(*)::int from recent where recent.begins = weeks.begins) as tickets,
    weeks.begins >= least(
      (select created_at at time zone ${timezone} from restaurants where id = ${id}),
      (select min(begins) from recent)) as is_known
  from weeks order by weeks.begins`

export const listRepeats = (
  db: Db,
  { restaurant_id, now }: { restaurant_id: string; now: Date },
): Promise<
  { category: string; topic: string | null; topic_name: string | null; tickets: number; before: number }[]
> => {
  const since = new Date(now.getTime() - REPEATS_MS)
  return db`
    select category, topic, max(topic_name) as topic_name, count(*) filter (where created_at >= ${since})::int as tickets,
      count(*) filter (where created_at < ${since})::int as before
    from (${written(db, restaurant_id, new Date(now.getTime() - 2 * REPEATS_MS))}) w
    group by category, topic having count(*) filter (where created_at >= ${since}) >= ${REPEATS}
    order by tickets desc, before, category, topic limit 5`
}

/** Lists tickets whose last message is support's and has not been read by the author. */
export const listUnread = (
  db: Db,
  { restaurant_id, now }: { restaurant_id: string; now: Date },
): Promise<{ id: string; number: number; author: string; answered_at: Date; total: number }[]> => db`
  select t.id, t.number, coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), 'Сотрудник') as author,
    t.last_message_at as answered_at, count(*) over ()::int as total
  from tickets t join people p on p.id = t.author_id
  where t.restaurant_id = ${restaurant_id} and t.status in ('awaiting_response', 'processed') and t.last_from_support
    and t.last_message_at >= ${new Date(now.getTime() - UNREAD_MS)}
    and exists (select from unread_messages u
      where u.person_id = t.author_id and u.restaurant_id = ${restaurant_id} and u.ticket_id = t.id)
  order by t.last_message_at, t.id limit ${SHOWN}`

/** Lists members of a restaurant who have never signed in. */
export const listAbsent = (
  db: Db,
  restaurant_id: string,
): Promise<{ name: string; is_invited: boolean; total: number }[]> => db`
  select coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email, p.phone, 'Сотрудник') as name,
    p.joined_at is null as is_invited, count(*) over ()::int as total
  from memberships m join people p on p.id = m.person_id
  where m.restaurant_id = ${restaurant_id} and p.disabled_at is null and p.erased_at is null
    and not exists (select from sessions s where s.person_id = p.id)
  order by m.sort_name collate "C", p.id limit ${SHOWN}`
