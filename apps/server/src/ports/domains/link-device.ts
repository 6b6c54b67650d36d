import type { Db } from '@podmoga/sql/sql'

/** Called by tickets: links a new ticket to a device; refuses a device of another restaurant. */
export type LinkDevice = (
  tx: Db,
  link: { code: string; ticket_id: string; restaurant_id: string },
) => Promise<void>
