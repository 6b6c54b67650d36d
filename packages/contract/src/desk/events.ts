import { z } from 'zod'
import { Id } from '../fields/fields.ts'
import { Message } from '../tickets.ts'
import { DeskNote } from './notes.ts'
import { DeskTicketItem, DueClock } from './tickets.ts'
import { Present } from './work.ts'

/** The path of the desk's live stream, relative to the base URL: text/event-stream, `Last-Event-ID`. */
export const DESK_EVENTS_PATH = 'desk/events/'

/** Events that `addEvent` may store with their data, which is the same for every reader. Never sent to restaurants. */
const STORED = {
  /** `set`: the deadline changed; `soon`: it is near; `late`: it has passed. */
  level: z.object({ ticket_id: Id, level: z.enum(['set', 'soon', 'late']), clock: DueClock.nullable() }),
  /** A restaurant reopened a ticket as not solved. `closed_by`: the agent who had closed it; null: unknown. */
  unsolved: z.object({ ticket_id: Id, number: z.number().int(), closed_by: Id.nullable() }),
} as const

/** The schema of each event's `data` in the desk's stream. Apart from {@link STORED}, built for each reader or sent once. */
export const DESK_EVENTS = {
  /** The current data of a ticket in the list. */
  ticket: DeskTicketItem.extend({
    status_readable: z.string(),
    /** Its messages were replaced: reload them. */
    is_rewritten: z.boolean().optional(),
    /** A colleague or a rule has just assigned it to its assignee. */
    is_given: z.boolean().optional(),
  }),
  message: z.object({ ticket_id: Id, message: Message, ticket: DeskTicketItem }),
  /** Never sent to restaurants. */
  note: z.object({ ticket_id: Id, note: DeskNote }),
  ...STORED,
  /** The number of «И у нас» of an incident; null: something else of it changed. Sent once, not replayed. */
  incident: z.object({ id: Id, count: z.number().int().nullable() }),
  /** Everyone who has the ticket open now, including the reader. */
  presence: z.object({ ticket_id: Id, people: z.array(Present) }),
  /** Tickets of all the reader's businesses: waiting, open and assigned to the reader, and unassigned. */
  counts: z.object({ waiting: z.number().int(), mine: z.number().int(), free: z.number().int() }),
  /** The last event: why the stream ends. */
  end: z.object({ reason: z.enum(['token_expired', 'access_ended', 'replaced', 'restart']) }),
} as const

export type DeskEventName = keyof typeof DESK_EVENTS
export type StoredDeskEventName = keyof typeof STORED
export type DeskEventData<N extends DeskEventName> = z.output<(typeof DESK_EVENTS)[N]>
