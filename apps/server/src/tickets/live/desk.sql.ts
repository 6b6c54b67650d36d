import type { Db } from '@podmoga/sql/sql'
import type { StoredEvent } from './events.sql.ts'

/** An event as the desk needs it. */
export interface DeskEventRow extends StoredEvent {
  /** Somebody else has just assigned the ticket to its assignee. */
  is_given: boolean
}

/** The events of a business after `after`, oldest first, at most `limit`. */
export const listDeskEvents = (
  db: Db,
  where: { business_id: string; after: string; limit: number },
): Promise<DeskEventRow[]> => db`
  select id, kind, ticket_id, message_id, note_id, data, message_id is null and exists (
    select from ticket_log l join tickets t on t.id = l.ticket_id
    where l.ticket_id = e.ticket_id and l.at = e.created_at and l.act = 'assigned'
      and l.after_id = t.assignee_id and l.person_id is distinct from l.after_id) as is_given
  from ticket_events e
  where business_id = ${where.business_id} and id > ${where.after} order by id limit ${where.limit}`

/** The id of the newest event of each business; businesses without events are left out. */
export const lastDeskEvents = async (
  db: Db,
  business_ids: readonly string[],
): Promise<Map<string, bigint>> => {
  const rows = await db<{ business_id: string; id: string }[]>`
    select b.id as business_id, e.id from unnest(${[...business_ids]}::bigint[]) b (id)
    cross join lateral (
      select id from ticket_events where business_id = b.id order by id desc limit 1
    ) e`
  return new Map(rows.map(({ business_id, id }) => [business_id, BigInt(id)]))
}
