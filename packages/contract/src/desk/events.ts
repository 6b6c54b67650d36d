import { z } from 'zod'
import { Id } from '../fields/fields.ts'
import { Message } from '../tickets.ts'
import { DeskNote } from './notes.ts'
import { DeskTicketItem, DueClock } from './tickets.ts'
import { Present } from './work.ts'

/** The path of the desk's live stream, relative to the base URL: text/event-stream, `Last-Event-ID`. */
export const DESK_EVENTS_PATH = 'desk/events/'

/** What each event of the desk's stream carries in its `data`. */
export const DESK_EVENTS = {
  /** Whatever the list shows of a ticket is this now. */
  ticket: DeskTicketItem.extend({
    status_readable: z.string(),
    /** Its messages are others than before: read them anew. */
    is_rewritten: z.boolean().optional(),
    /** A colleague, or a rule, has just given it to whoever has it. */
    is_given: z.boolean().optional(),
  }),
  message: z.object({ ticket_id: Id, message: Message, ticket: DeskTicketItem }),
  /** For the desk alone. */
  note: z.object({ ticket_id: Id, note: DeskNote }),
  /** `set`: what is due is another now; `soon`: little of it is left; `late`: it is over. For the desk alone. */
  level: z.object({ ticket_id: Id, level: z.enum(['set', 'soon', 'late']), clock: DueClock.nullable() }),
  /** A restaurant has said that what this agent had closed is not solved; null: nobody who is known had. */
  unsolved: z.object({ ticket_id: Id, number: z.number().int(), closed_by: Id.nullable() }),
  /** How many say of an incident that it is at theirs as well; null: something else of it has changed. Told once, never again. */
  incident: z.object({ id: Id, count: z.number().int().nullable() }),
  /** Everybody who is at the ticket now, the reader too. */
  presence: z.object({ ticket_id: Id, people: z.array(Present) }),
  /** Over every business of the reader: those that wait, the reader's own open ones, and those of nobody. */
  counts: z.object({ waiting: z.number().int(), mine: z.number().int(), free: z.number().int() }),
  /** The last one: why the stream ends. */
  end: z.object({ reason: z.enum(['token_expired', 'access_ended', 'replaced', 'restart']) }),
} as const

export type DeskEventName = keyof typeof DESK_EVENTS
export type DeskEventData<N extends DeskEventName> = z.output<(typeof DESK_EVENTS)[N]>
