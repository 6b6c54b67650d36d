import { DESK_EVENTS } from '@podmoga/contract/desk/events'
import { EVENTS } from '@podmoga/contract/events'
import type { FileLinks } from '../../files/file-links.ts'
import type { DeskMember, Staff } from '../../http/principals.ts'
import type { itemAnswer } from '../desk/queue.answers.ts'
import { noteAnswer } from '../notes/notes.answers.ts'
import type { NoteRow } from '../notes/notes.sql.ts'
import { messageAnswer } from '../tickets.answers.ts'
import { STATUS_READABLE } from '../tickets.rules.ts'
import type { MessageRow } from '../tickets.sql.ts'
import type { DeskEventRow } from './desk.sql.ts'
import type { StoredEvent } from './events.sql.ts'

/** A stored event, and what the reader's event is built of. */
interface About<W, E> {
  links: FileLinks
  who: W
  event: E
  message: MessageRow | undefined
}
type StaffAbout = About<Staff, StoredEvent & { number: number; status: keyof typeof STATUS_READABLE }>
type DeskAbout = About<DeskMember, DeskEventRow> & {
  item: ReturnType<typeof itemAnswer>
  note: NoteRow | undefined
}

/** Data of the kinds that are built for each reader. Other kinds are sent as stored. */
const FILLED = {
  ticket: {
    staff: ({ event: { ticket_id, number, status } }: StaffAbout) => ({
      id: ticket_id,
      number,
      status,
      status_readable: STATUS_READABLE[status],
    }),
    desk: ({ item, event }: DeskAbout) => ({
      ...item,
      status_readable: STATUS_READABLE[item.status],
      ...(event.data === null ? {} : { is_rewritten: true }),
      ...(event.is_given && { is_given: true }),
    }),
  },
  message: {
    staff: ({ links, who, event, message }: StaffAbout) =>
      message && { ticket_id: event.ticket_id, message: messageAnswer(links, who, message) },
    desk: ({ links, who, message, item }: DeskAbout) =>
      message && { ticket_id: item.id, message: messageAnswer(links, who, message), ticket: item },
  },
  /** Never sent to the restaurant. */
  note: {
    staff: () => null,
    desk: ({ links, who, note, item }: DeskAbout) =>
      note && { ticket_id: item.id, note: noteAnswer(links, who, note) },
  },
} as const

const isFilled = (kind: string): kind is keyof typeof FILLED => Object.hasOwn(FILLED, kind)

interface StreamEvent {
  name: string
  data: unknown
}

const toEvent = (kinds: object, { kind, data }: StoredEvent, filled: unknown): StreamEvent | null => {
  const content = isFilled(kind) ? filled : data
  return Object.hasOwn(kinds, kind) && content !== undefined && content !== null
    ? { name: kind, data: content }
    : null
}

/** The event for the restaurant's stream; null if the stream has no such kind. */
export const staffEvent = (about: StaffAbout): StreamEvent | null => {
  const { event } = about
  return toEvent(EVENTS, event, isFilled(event.kind) && FILLED[event.kind].staff(about))
}

/**
 * A key of readers for whom {@link staffEvent} returns the same. null: a message with a file or a photo, whose links differ
 * per reader.
 */
export const staffView = (who: Staff, message: MessageRow | undefined): string | null => {
  if (message === undefined) return ''
  if (message.image_key !== null || message.attachments.length > 0) return null
  return message.author_id === who.person_id ? 'own' : 'other'
}

/** Whether the event may raise the unread count: support's messages and moves of messages may, a colleague's reply does not. */
export const mayRaiseUnread = ({ kind }: StoredEvent, message: MessageRow | undefined): boolean =>
  kind !== 'message' || message?.from_support !== false

/** The event for the desk's stream; null if the stream has no such kind. */
export const deskEvent = (about: DeskAbout): StreamEvent | null => {
  const { event } = about
  return toEvent(DESK_EVENTS, event, isFilled(event.kind) && FILLED[event.kind].desk(about))
}
