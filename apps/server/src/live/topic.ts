import type { DeskEventData, DeskEventName } from '@podmoga/contract/desk/events'
import type { EventData, EventName } from '@podmoga/contract/events'

/** The streams that are open on this server. Events sent here are not stored: streams that are closed miss them. */
export interface OpenStreams {
  /** Sends an event to the restaurants of a business. */
  sendToStaff: <N extends EventName>(business_id: string, name: N, data: EventData<N>) => void
  /** Sends an event to the desks of a business. */
  sendToDesk: <N extends DeskEventName>(business_id: string, name: N, data: DeskEventData<N>) => void
  /** Subscribes to messages on the desk's channel from other servers that are not stream events. */
  onServerMessage: (handle: (news: unknown) => void) => void
}

/** A module's own source of stream events: starts listening and sends to `streams`. */
export type Topic = (streams: OpenStreams) => void
