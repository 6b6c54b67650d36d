import type { DeskEventData, DeskEventName } from '@podmoga/contract/desk/events'
import type { EventData, EventName } from '@podmoga/contract/events'
import type { Db } from '@podmoga/sql/sql'

/**
 * Called by incidents: publishes an unstored event to the open desk streams of a business, on every server; closed streams miss
 * it. Inside a transaction it is sent at the commit.
 */
export type PublishToDesk = <N extends DeskEventName>(
  db: Db,
  business_id: string,
  name: N,
  data: DeskEventData<N>,
) => Promise<void>

/** The same for open pages of restaurants: the given ones, or all that are open in a business. */
export type PublishToRestaurants = <N extends EventName>(
  db: Db,
  where: { business_id: string; ids: readonly string[] | null },
  name: N,
  data: EventData<N>,
) => Promise<void>
