import type { DeskEventData, DeskEventName } from '@podmoga/contract/desk/events'
import type { EventData, EventName } from '@podmoga/contract/events'

/** The streams that are open on this server. What is told here is kept nowhere: whoever is away misses it. */
export interface OpenStreams {
  /** Tells the restaurants of a business. */
  tellStaff: <N extends EventName>(business_id: string, name: N, data: EventData<N>) => void
  /** Tells the desks of a business. */
  tellDesk: <N extends DeskEventName>(business_id: string, name: N, data: DeskEventData<N>) => void
  /** What another server says on the desk's channel that is no event of a stream. */
  onServerNews: (hear: (news: unknown) => void) => void
}

/** What a module tells open streams by itself: begins to listen for it. */
export type Topic = (streams: OpenStreams) => void
