import type { Db } from '@podmoga/sql/sql'
import { findingsOf, type Report } from '../finding.ts'

/** Compares the derived fields and counters of tickets with their sources, in one snapshot of the database. */
export const checkTickets = async (db: Db): Promise<Report> => {
  const [counts] = await db<{ tickets: number; messages: number; attachments: number; unread: number }[]>`
    select (select count(*)::int from tickets) as tickets, (select count(*)::int from messages) as messages,
      (select count(*)::int from attachments) as attachments, (select count(*)::int from unread_messages) as unread`
  const wrong = await db<{ id: string; what: string }[]>`
    select t.id, concat_ws(', ',
        case when t.message_count <> coalesce(m.items, 0) or m.first is distinct from 1 or m.last <> m.items
          then 'message_count' end,
        case when n.text is distinct from t.last_message then 'last_message' end,
        case when n.from_support is distinct from t.last_from_support then 'last_from_support' end,
        case when n.created_at is distinct from t.last_message_at then 'last_message_at' end,
        -- a merge may combine the wait of one ticket with the answer in the other
        case when t.last_from_support and not n.is_automatic and t.waiting_since is not null
          and not exists (select from ticket_merges where into_id = t.id) then 'waiting_since' end) as what
    from tickets t
    left join (
      select ticket_id, count(*) as items, min(position) as first, max(position) as last from messages group by 1
    ) m on m.ticket_id = t.id
    left join messages n on n.ticket_id = t.id and n.position = m.last
    -- the messages of a merged ticket are in the surviving one
    where t.status <> 'merged' or m.items is not null
    order by t.id`
  const totals = await db<{ restaurant_id: string; status: string; kept: string; counted: string }[]>`
    select restaurant_id, status, concat_ws('/', c.items, c.waiting, c.free, c.snoozed) as kept,
      concat_ws('/', coalesce(t.items, 0), coalesce(t.waiting, 0), coalesce(t.free, 0), coalesce(t.snoozed, 0)) as counted
    from ticket_counts c full join (
      select restaurant_id, status, count(*)::int as items,
        count(*) filter (where waiting_since is not null and snoozed_until is null)::int as waiting,
        count(*) filter (where assignee_id is null and snoozed_until is null)::int as free,
        count(snoozed_until)::int as snoozed
      from tickets group by 1, 2
    ) t using (restaurant_id, status)
    where (coalesce(c.items, 0), coalesce(c.waiting, 0), coalesce(c.free, 0), coalesce(c.snoozed, 0))
      <> (coalesce(t.items, 0), coalesce(t.waiting, 0), coalesce(t.free, 0), coalesce(t.snoozed, 0))
    order by 1, 2`
  const unread = await db<{ person_id: string; message_id: string }[]>`
    select u.person_id, u.message_id
    from unread_messages u join messages m on m.id = u.message_id join tickets t on t.id = m.ticket_id
      join people p on p.id = u.person_id join restaurants r on r.id = t.restaurant_id
    where not m.from_support or u.ticket_id <> m.ticket_id or u.restaurant_id <> t.restaurant_id
      or p.business_id <> r.business_id
    order by 1, 2`
  const numbers = await db<{ id: string }[]>`
    select b.id from businesses b
    where b.last_ticket_number < (select max(number) from tickets where business_id = b.id) order by 1`
  const times = await db<{ id: string }[]>`
    select id from (
      select id, created_at < lag(created_at) over (partition by ticket_id order by position) as back from messages
    ) m where back order by 1`
  return {
    findings: [
      ...findingsOf(
        'ticket_differs',
        wrong.filter((row) => row.what !== ''),
        (row) => `tickets ${row.id}: ${row.what}`,
      ),
      ...findingsOf(
        'ticket_counts_differ',
        totals,
        (row) => `ресторан ${row.restaurant_id}, ${row.status}: записано ${row.kept}, на деле ${row.counted}`,
      ),
      ...findingsOf('unread_wrong', unread, (row) => `people ${row.person_id}, messages ${row.message_id}`),
      ...findingsOf('ticket_number_ahead', numbers, (row) => `businesses ${row.id}`),
      ...findingsOf('message_time_back', times, (row) => `messages ${row.id}`),
    ],
    checked: { ...counts },
  }
}
