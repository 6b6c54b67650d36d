import type { Db } from '@podmoga/sql/sql'
import { findingsOf, type Report } from '../../finding.ts'
import { COUNTS, listWrongPeriods, type WrongPeriod } from './periods.sql.ts'

/** Describes how a period differs from a full count. */
export const describeWrong = ({
  business_id,
  side,
  span,
  since,
  key,
  kept,
  counted,
}: WrongPeriod): string => {
  const wrong = [...COUNTS, 'first_minutes', 'solved_minutes'].flatMap((what) => {
    const [is, shall] = [kept?.[what] ?? 0, counted?.[what] ?? 0]
    if (is === shall) return []
    return [what.endsWith('_minutes') ? what : `${what} ${is}, а не ${shall}`]
  })
  return `${business_id}: ${side} ${key} ${span} ${since}: ${wrong.join('; ')}`
}

/** Lists tickets whose facts do not match their content, except in businesses with uncounted events. */
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

/** Checks that figures equal a full count. */
export const checkFigures = async (db: Db): Promise<Report> => {
  const [counts] = await db<{ figure_periods: number }[]>`
    select count(*)::int as figure_periods from figure_periods`
  const wrong = await listWrongPeriods(db, { business_id: null, month: null })
  const tickets = await listWrongTickets(db)
  return {
    findings: [
      ...findingsOf('figure_wrong', wrong, describeWrong),
      ...findingsOf('figure_facts_wrong', tickets, ({ ticket_id, what }) => `тикет ${ticket_id}: ${what}`),
    ],
    checked: { ...counts },
  }
}
