import { z } from 'zod'
import { Id } from './fields/fields.ts'
import { Settings } from './settings.ts'
import { Message } from './tickets.ts'

/** The path of the live stream, relative to the base URL: text/event-stream, the staff headers, `Last-Event-ID`. */
export const EVENTS_PATH = 'events/'

/** What each event of the stream carries in its `data`. */
export const EVENTS = {
  unread: z.object({ unread: z.number().int() }),
  message: z.object({ ticket_id: Id, message: Message }),
  ticket: z.object({
    id: Id,
    status: z.string(),
    status_readable: z.string(),
    number: z.number().int().optional(),
  }),
  /** Support is writing an answer at this moment; holds for some seconds. Told once, never again. */
  typing: z.object({ ticket_id: Id }),
  /** Who is on shift, or what is handed over, has changed: to be asked for anew. Told once, never again. */
  shift: z.object({}),
  /** Who asks for access has changed: whoever keeps the restaurant's people asks anew. Told once, never again. */
  joining: z.object({}),
  /** What is said of an incident has changed: to be asked for anew. Told once, never again. */
  incident: z.object({}),
  /** What every page of the business says of it has changed. */
  settings: Settings,
  /** The last one: why the stream ends. */
  end: z.object({ reason: z.enum(['token_expired', 'access_ended', 'replaced', 'restart']) }),
} as const

export type EventName = keyof typeof EVENTS
export type EventData<N extends EventName> = z.output<(typeof EVENTS)[N]>

/** One event as it came: its id, to be given back as `Last-Event-ID`, and its data, parsed. */
export type LiveEvent = { [N in EventName]: { id: string | null; name: N; data: EventData<N> } }[EventName]
