import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Content } from '@podmoga/web/outbox/outbox'
import type { NewTicketFields } from '../new-ticket/new-ticket.rules.ts'

export interface ReplyData {
  ticketId: string
  text: string
  /** The newest message that its writer had seen: its own copy on the server comes after. */
  seen?: string | undefined
}
export interface TicketData {
  /** The fields of a new ticket beside its words. One that was kept by an older app may lack some. */
  about: Partial<Omit<NewTicketFields, 'initial_message'>>
  text: string
}
/** A reply on its way. */
export type OutgoingReply = OutboxItem<ReplyData>
/** A new ticket on its way. */
export type OutgoingTicket = OutboxItem<TicketData>

/** The replies of a ticket go one after another. About one that was broken off its person decides. */
export const replyOf = (data: ReplyData, files: readonly File[]): Content<ReplyData> => ({
  kind: 'reply',
  queue: data.ticketId,
  resend: 'never',
  data,
  files,
})

/** So do the new tickets of a restaurant. One that was broken off goes again: its key makes no second one. */
export const ticketOf = (
  given: TicketData & { files: readonly File[]; key?: string },
): Content<TicketData> => {
  const { about, text, ...rest } = given
  return { kind: 'ticket', queue: 'new', resend: 'while_key_lives', data: { about, text }, ...rest }
}
