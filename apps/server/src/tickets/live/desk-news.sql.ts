import type { DeskEventData, DeskEventName } from '@podmoga/contract/desk/events'
import type { Db } from '@podmoga/sql/sql'
import { DESK_CHANNEL } from './events.sql.ts'

export interface DeskNews {
  business_id: string
  name: string
  data: unknown
}

/**
 * Tells the open desks of a business, on every server, an event of the contract that is kept nowhere: whoever is away
 * misses it. In a transaction it is told at the commit.
 */
export const tellDesk = async <N extends DeskEventName>(
  db: Db,
  business_id: string,
  name: N,
  data: DeskEventData<N>,
): Promise<void> => {
  // The release before takes it for somebody who has gone and was nowhere. Goes with the last server of it.
  const news = { doing: 'gone', event: { business_id, name, data } satisfies DeskNews }
  await db`select pg_notify(${DESK_CHANNEL}, ${JSON.stringify(news)})`
}

/** What {@link tellDesk} has told; null: something else. */
export const deskNewsOf = (payload: unknown): DeskNews | null =>
  (payload as Partial<{ event: DeskNews }>).event ?? null
