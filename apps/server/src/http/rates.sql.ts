import type { Db } from '@podmoga/sql/sql'

export interface Asked {
  kind: string
  subject: string
  seconds: number
}

/**
 * Returns, for each counter asked for, the open window and the total used in it; `window_start` is null if none is open. The
 * arrays come from a `select`: PostgreSQL would plan the query anew each time for arrays given directly.
 */
export const readUsed = async (
  db: Db,
  { asked, now }: { asked: readonly Asked[]; now: Date },
): Promise<{ window_start: Date | null; used: number }[]> => db`
  select w.window_start, w.used
  from unnest((select ${asked.map(({ kind }) => kind)}::text[]), (select ${asked.map(({ subject }) => subject)}::text[]),
    (select ${asked.map(({ seconds }) => seconds)}::float8[])) with ordinality a (kind, subject, seconds, at)
  cross join lateral (
    select min(window_start) as window_start, coalesce(sum(used), 0)::float8 as used
    from rate_counters
    where kind = a.kind and subject = a.subject
      and window_start > ${now}::timestamptz - make_interval(secs => a.seconds) and window_start <= ${now}) w
  order by a.at`

export interface Used {
  kind: string
  subject: string
  window_start: Date
  seconds: number
  amount: number
}

/**
 * Adds the counts of one server and returns the totals of all servers. If two servers open a window at the same moment, their
 * windows have different starts; both count.
 */
export const addUsed = async (db: Db, counted: readonly Used[]): Promise<number[]> => {
  const rows = counted.map((one, at) => ({ ...one, at, window_start: one.window_start.toISOString() }))
  const totals = await db<{ at: number; used: number }[]>`
    with counted as (
      select * from jsonb_to_recordset(${db.json(rows)})
        as c(at int, kind text, subject text, window_start timestamptz, seconds float8, amount bigint)),
    saved as (
      insert into rate_counters as r (kind, subject, window_start, used)
      -- the same order on all servers, so that two concurrent writes cannot deadlock
      select kind, subject, window_start, sum(amount) from counted
      group by kind, subject, window_start order by kind, subject, window_start
      on conflict (kind, subject, window_start) do update set used = r.used + excluded.used
      returning kind, subject, window_start, used)
    select c.at, (s.used + coalesce((
      select sum(o.used) from rate_counters o
      where o.kind = c.kind and o.subject = c.subject and o.window_start <> c.window_start
        and o.window_start > c.window_start - make_interval(secs => c.seconds)
        and o.window_start < c.window_start + make_interval(secs => c.seconds)), 0))::float8 as used
    from counted c join saved s using (kind, subject, window_start)
    order by c.at`
  return totals.map(({ used }) => used)
}

export const forgetOldRates = async (db: Db, { before }: { before: Date }): Promise<void> => {
  await db`delete from rate_counters where window_start < ${before}`
}
