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

/** A stored event, and what its reader is told of it. */
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

/** The data of the kinds that are filled for each reader apart. Every other one is told as it was written. */
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
  /** The restaurant is never told of one. */
  note: {
    staff: () => null,
    desk: ({ links, who, note, item }: DeskAbout) =>
      note && { ticket_id: item.id, note: noteAnswer(links, who, note) },
  },
} as const

const isFilled = (kind: string): kind is keyof typeof FILLED => Object.hasOwn(FILLED, kind)

interface Told {
  name: string
  data: unknown
}

const told = (kinds: object, { kind, data }: StoredEvent, filled: unknown): Told | null => {
  const said = isFilled(kind) ? filled : data
  return Object.hasOwn(kinds, kind) && said !== undefined && said !== null ? { name: kind, data: said } : null
}

/** What the restaurant's stream says of an event; null for a kind that it does not have. */
export const toldToStaff = (about: StaffAbout): Told | null => {
  const { event } = about
  return told(EVENTS, event, isFilled(event.kind) && FILLED[event.kind].staff(about))
}

/**
 * For whom {@link toldToStaff} is the same: readers of one name are told one thing. null: of a message with a file or a photo
 * each reader gets links of their own.
 */
export const staffView = (who: Staff, message: MessageRow | undefined): string | null => {
  if (message === undefined) return ''
  if (message.image_key !== null || message.attachments.length > 0) return null
  return message.author_id === who.person_id ? 'own' : 'other'
}

/** Only support's messages, and what moves messages, make more of the unread; a colleague's reply makes none. */
export const mayRaiseUnread = ({ kind }: StoredEvent, message: MessageRow | undefined): boolean =>
  kind !== 'message' || message?.from_support !== false

/** What the desk's stream says of an event; null for a kind that it does not have. */
export const toldToDesk = (about: DeskAbout): Told | null => {
  const { event } = about
  return told(DESK_EVENTS, event, isFilled(event.kind) && FILLED[event.kind].desk(about))
}
