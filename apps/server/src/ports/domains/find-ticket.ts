import type { Db } from '@podmoga/sql/sql'

/**
 * Called by the service: a ticket of these businesses with its business; undefined if it belongs to none of them. The id of a
 * merged ticket finds the one that it was merged into.
 */
export type FindTicket = (
  db: Db,
  where: { business_ids: readonly string[]; ticket_id: string },
) => Promise<{ id: string; business_id: string } | undefined>
