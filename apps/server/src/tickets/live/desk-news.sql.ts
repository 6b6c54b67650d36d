import type { DeskEventData, DeskEventName } from '@podmoga/contract/desk/events'
import type { Db } from '@podmoga/sql/sql'
import { DESK_CHANNEL } from './events.sql.ts'

export interface DeskNews {
  business_id: string
  name: string
  data: unknown
}

/**
 * Publishes an unstored event to the open desk streams of a business, on every server; closed streams miss it. Inside a
 * transaction it is sent at the commit.
 */
export const publishToDesk = async <N extends DeskEventName>(
  db: Db,
  business_id: string,
  name: N,
  data: DeskEventData<N>,
): Promise<void> => {
  // The previous release reads it as presence of an unknown person who left. Remove with the last server of that release.
  const news = { doing: 'gone', event: { business_id, name, data } satisfies DeskNews }
  await db`select pg_notify(${DESK_CHANNEL}, ${JSON.stringify(news)})`
}

/** The event that {@link publishToDesk} published; null for anything else. */
export const deskNewsOf = (payload: unknown): DeskNews | null =>
  (payload as Partial<{ event: DeskNews }>).event ?? null
