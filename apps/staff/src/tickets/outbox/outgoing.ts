import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Content } from '@podmoga/web/outbox/outbox'
import type { NewTicketFields } from '../new-ticket/new-ticket.rules.ts'

export interface ReplyData {
  ticketId: string
  text: string
  /** The newest message seen when the reply was written: its copy on the server comes after it. */
  seen?: string | undefined
}
export interface TicketData {
  /** The fields of a new ticket except its text. An item stored by an older release may lack some. */
  about: Partial<Omit<NewTicketFields, 'initial_message'>>
  text: string
}
/** An unsent reply. */
export type OutgoingReply = OutboxItem<ReplyData>
/** An unsent new ticket. */
export type OutgoingTicket = OutboxItem<TicketData>

/** A ticket's replies are sent one after another. An interrupted one is not resent without the user. */
export const replyOf = (data: ReplyData, files: readonly File[]): Content<ReplyData> => ({
  kind: 'reply',
  queue: data.ticketId,
  resend: 'never',
  data,
  files,
})

/**
 * A restaurant's new tickets are sent one after another too. An interrupted one is resent: its idempotency key prevents a
 * duplicate.
 */
export const ticketOf = (
  given: TicketData & { files: readonly File[]; key?: string },
): Content<TicketData> => {
  const { about, text, ...rest } = given
  return { kind: 'ticket', queue: 'new', resend: 'while_key_lives', data: { about, text }, ...rest }
}
