import type { Db, Fragment } from '@podmoga/sql/sql'

export interface TicketLine {
  day: string
  ticket_id: string
  number: number
  created_at: Date
  closed_at: Date | null
  restaurant: string
  category: string
  topic: string | null
  status: string
  priority: string
  assignee: string | null
  messages: number
  first_minutes: number | null
  solved_minutes: number | null
  score: string | null
  word: string | null
}

/** Returns the next page of tickets opened in a period, by day. Tickets erased meanwhile are left out. */
export const listTicketLines = (
  db: Db,
  asked: {
    business_id: string
    restaurant_ids: readonly string[] | null
    from: string
    to: string
    after: { day: string; ticket_id: string } | null
    limit: number
  },
): Promise<TicketLine[]> => db<TicketLine[]>`
  select to_char(f.day, 'YYYY-MM-DD') as day, f.ticket_id, t.number, t.created_at, t.closed_at, r.name as restaurant, t.category,
    coalesce(t.topic_name, t.topic) as topic, t.status, t.priority,
    nullif(concat_ws(' ', p.first_name, p.last_name), '') as assignee, t.message_count as messages,
    (select minutes from figure_facts where ticket_id = f.ticket_id and what = 'first' limit 1) as first_minutes,
    (select minutes from figure_facts where ticket_id = f.ticket_id and what = 'solved' limit 1) as solved_minutes,
    g.score, g.word
  from figure_facts f join tickets t on t.id = f.ticket_id join restaurants r on r.id = f.restaurant_id
    left join people p on p.id = t.assignee_id left join ticket_ratings g on g.ticket_id = t.id
  where f.business_id = ${asked.business_id} and f.what = 'opened' and f.day between ${asked.from}::date and ${asked.to}::date
    and ${asked.restaurant_ids === null ? db`true` : db`f.restaurant_id = any(${[...asked.restaurant_ids]}::bigint[])`}
    and ${asked.after === null ? db`true` : db`(f.day, f.ticket_id) > (${asked.after.day}::date, ${asked.after.ticket_id}::bigint)`}
  order by f.day, f.ticket_id, f.nth limit ${asked.limit}`

interface RightsRow {
  admin_of: string[]
  agent_of: string[]
  /** Restaurants. */
  managed: string[]
}

/** Returns a person's current roles in a business, null: in all. A link may outlive the rights of who made it. */
export const findRights = async (
  db: Db,
  { person_id, business_id }: { person_id: string; business_id: string | null },
): Promise<RightsRow> => {
  const ofIt = (id: Fragment) => (business_id === null ? db`true` : db`${id} = ${business_id}`)
  const servedAs = (role: string) => db`
    array(select business_id::text from desk_members
      where person_id = ${person_id} and ${ofIt(db`business_id`)} and role = ${role} order by business_id)`
  const [row] = await db<RightsRow[]>`
    select ${servedAs('admin')} as admin_of, ${servedAs('agent')} as agent_of,
      array(select r.id::text from memberships m join restaurants r on r.id = m.restaurant_id
        where m.person_id = ${person_id} and m.role = 'manager' and r.archived_at is null
          and ${ofIt(db`r.business_id`)}) as managed`
  return row ?? { admin_of: [], agent_of: [], managed: [] }
}
