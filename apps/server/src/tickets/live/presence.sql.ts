import type { Db } from '@podmoga/sql/sql'

/** The ticket's restaurant and business, and the person's name; undefined if the ticket is out of scope. */
export const findTicketSite = async (
  db: Db,
  where: { ticket_id: string; person_id: string; business_ids: readonly string[] },
): Promise<{ ticket_id: string; business_id: string; restaurant_id: string; name: string } | undefined> => {
  const [row] = await db<{ ticket_id: string; business_id: string; restaurant_id: string; name: string }[]>`
    select t.id as ticket_id, t.business_id, t.restaurant_id,
      coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '№' || a.id) as name
    from tickets t join people a on a.id = ${where.person_id}
    where t.id = surviving_ticket(${where.ticket_id}) and t.business_id = any(${[...where.business_ids]}::bigint[])`
  return row
}

/** Sends every server an unstored message. */
export const notifyServers = async (db: Db, channel: string, news: object): Promise<void> => {
  await db`select pg_notify(${channel}, ${JSON.stringify(news)})`
}
