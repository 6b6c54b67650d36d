import type { Db } from '@podmoga/sql/sql'
import { findingsOf, type Report } from '../../finding.ts'

interface WrongSum {
  business_id: string
  side: string
  key: string
  day: string
  what: string
  kept: number
  counted: number
}

/** Sums that are not what a full count of what is behind them says; of one business, or of all. */
export const listWrongSums = (db: Db, business_id: string | null = null): Promise<WrongSum[]> => db<
  WrongSum[]
>`
  with fact as (
    select business_id, restaurant_id, category, topic, agent_id, what, day, hour, minutes from figure_facts
    where ${business_id}::bigint is null or business_id = ${business_id}::bigint
    union all
    select business_id, restaurant_id, null, null, null, w.what, day, hour, 0 from figure_lookups l,
      lateral (values ('looked', true), ('deflected', l.deflected)) as w (what, counts)
    where l.deflected is not null and w.counts
      and (${business_id}::bigint is null or business_id = ${business_id}::bigint)
  ), counted as (
    select business_id, side, key, day, what, minutes, count(*)::int as n
    from fact f, lateral (values ('all', ''), ('hour', lpad(f.hour::text, 2, '0')),
      ('restaurant', f.restaurant_id::text), ('category', f.category), ('topic', f.topic),
      ('agent', f.agent_id::text)) as s (side, key)
    where key is not null group by 1, 2, 3, 4, 5, 6
  ), kept as (
    select business_id, side, key, day, what, minutes, n from figure_sums
    where n <> 0 and (${business_id}::bigint is null or business_id = ${business_id}::bigint)
  )
  select business_id, side, key, to_char(day, 'YYYY-MM-DD') as day, what, coalesce(kept.n, 0) as kept,
    coalesce(counted.n, 0) as counted
  from kept full join counted using (business_id, side, key, day, what, minutes)
  where kept.n is distinct from counted.n order by 1, 2, 3, 4, 5 limit 101`

/** Tickets of which what is counted is not what stands in them; those that are still to be counted are left out. */
const listWrongTickets = (db: Db): Promise<{ ticket_id: string; what: string }[]> => db<
  { ticket_id: string; what: string }[]
>`
  with ready as (
    select k.business_id from figure_cursors k where (k.walked_to is null or k.is_check)
      and not exists (select from ticket_events e where e.business_id = k.business_id and e.id > k.seen)
  ), stands as (
    select t.id as ticket_id, 'opened' as what, 1 as n from tickets t join ready using (business_id)
    where t.status <> 'merged'
    union all
    select t.id, 'answer', count(*)::int from messages m join tickets t on t.id = m.ticket_id join ready using (business_id)
    where m.from_support and not m.is_automatic and t.status <> 'merged' group by t.id
    union all
    select t.id, r.score, 1 from ticket_ratings r join tickets t on t.id = r.ticket_id join ready using (business_id)
    where r.score <> 'skipped' and t.status <> 'merged'
  ), counted as (
    select ticket_id, what, count(*)::int as n from figure_facts join ready using (business_id)
    where what in ('opened', 'answer', 'good', 'bad') group by 1, 2
  )
  select ticket_id, what from stands full join counted using (ticket_id, what)
  where stands.n is distinct from counted.n order by 1, 2 limit 101`

/** Figures are what a full count says. */
export const checkFigures = async (db: Db): Promise<Report> => {
  const [counts] = await db<{ figure_sums: number }[]>`select count(*)::int as figure_sums from figure_sums`
  const sums = await listWrongSums(db)
  const tickets = await listWrongTickets(db)
  return {
    findings: [
      ...findingsOf(
        'figure_wrong',
        sums,
        ({ business_id, side, key, day, what, kept, counted }) =>
          `${business_id}: ${what} ${side} ${key} ${day}: ${kept}, а не ${counted}`,
      ),
      ...findingsOf('figure_facts_wrong', tickets, ({ ticket_id, what }) => `тикет ${ticket_id}: ${what}`),
    ],
    checked: { ...counts },
  }
}
