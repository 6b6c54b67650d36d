import { z } from 'zod'
import { Id } from './fields/fields.ts'
import { Settings } from './settings.ts'
import { Message } from './tickets.ts'

/** The path of the live stream, relative to the base URL: text/event-stream, the staff headers, `Last-Event-ID`. */
export const EVENTS_PATH = 'events/'

/** Events that `addEvent` may store with their data, which is the same for every reader. */
const STORED = {
  /** The settings that every page of the business shows changed. */
  settings: Settings,
} as const

/** The schema of each event's `data`. Apart from {@link STORED}, they are built for each reader or sent once. */
export const EVENTS = {
  unread: z.object({ unread: z.number().int() }),
  message: z.object({ ticket_id: Id, message: Message }),
  ticket: z.object({
    id: Id,
    status: z.string(),
    status_readable: z.string(),
    number: z.number().int().optional(),
  }),
  /** Support is writing an answer now; valid for a few seconds. Sent once, not replayed. */
  typing: z.object({ ticket_id: Id }),
  /** The people on shift or the handovers changed: reload them. Sent once, not replayed. */
  shift: z.object({}),
  /** The list of access requests changed: the restaurant's managers reload it. Sent once, not replayed. */
  joining: z.object({}),
  /** An incident changed: reload it. Sent once, not replayed. */
  incident: z.object({}),
  ...STORED,
  /** The last event: why the stream ends. */
  end: z.object({ reason: z.enum(['token_expired', 'access_ended', 'replaced', 'restart']) }),
} as const

export type EventName = keyof typeof EVENTS
export type StoredEventName = keyof typeof STORED
export type EventData<N extends EventName> = z.output<(typeof EVENTS)[N]>

/** A received event: its id, to send back as `Last-Event-ID`, and its parsed data. */
export type LiveEvent = { [N in EventName]: { id: string | null; name: N; data: EventData<N> } }[EventName]
