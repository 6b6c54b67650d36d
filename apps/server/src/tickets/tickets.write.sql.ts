import type { TransactionSql } from '@podmoga/sql/sql'
import type { StoredFile } from '../http/uploads.ts'
import { addEvent } from './live/events.sql.ts'
import type { AttachmentRow, MessageRow } from './tickets.sql.ts'

/** A ticket to be written. */
export interface TicketDraft {
  restaurant_id: string
  business_id: string
  author_id: string
  category: string
  topic: string | null
  /** The business's name for the topic at this time. */
  topic_name?: string | null
  text: string
  now: Date
}

/** Writes a ticket with its first message and files, under the business's next number. */
export const addTicket = async (
  tx: TransactionSql,
  draft: TicketDraft,
  files: readonly StoredFile[],
): Promise<{ id: string; number: number }> => {
  const [row] = await tx<{ id: string; number: number; message_id: string }[]>`
    with business as (
      update businesses set last_ticket_number = last_ticket_number + 1
      where id = ${draft.business_id} returning id, last_ticket_number
    ), ticket as (
      insert into tickets (restaurant_id, business_id, number, author_id, category, topic, topic_name, message_count,
        last_message, last_message_at, waiting_since, created_at)
      select ${draft.restaurant_id}::bigint, id, last_ticket_number, ${draft.author_id}::bigint, ${draft.category},
        ${draft.topic}, ${draft.topic_name ?? null}, 1, ${draft.text}, ${draft.now}::timestamptz, ${draft.now}, ${draft.now}
      from business returning id, number
    ), message as (
      insert into messages (ticket_id, position, author_id, from_support, text, created_at)
      select id, 1, ${draft.author_id}::bigint, false, ${draft.text}, ${draft.now}::timestamptz from ticket
      returning id
    )
    select ticket.id, ticket.number, message.id as message_id from ticket, message`
  if (row === undefined) throw new Error(`there is no business ${draft.business_id}`)
  await insertAttachments(tx, row.message_id, files)
  addEvent(tx, { kind: 'message', ticket_id: row.id, message_id: row.message_id, now: draft.now })
  return { id: row.id, number: row.number }
}

/** A message to be written. */
export interface MessageDraft {
  ticket_id: string
  author_id: string
  from_support: boolean
  text: string
  /** A label shown above the text, if it is more than a reply. */
  mark?: string
  /** Written by a rule: does not end the customer's wait. */
  is_automatic?: boolean
  now: Date
}

const insertMessage = async (tx: TransactionSql, draft: MessageDraft): Promise<MessageRow> => {
  const [row] = await tx<MessageRow[]>`
    with ticket as (
      update tickets set
        message_count = message_count + 1,
        last_message = ${draft.text},
        last_from_support = ${draft.from_support},
        last_message_at = greatest(last_message_at, ${draft.now}),
        waiting_since = case when ${draft.is_automatic ?? false}::boolean then waiting_since
          when ${draft.from_support}::boolean then null
          else coalesce(waiting_since, greatest(last_message_at, ${draft.now})) end,
        -- a message of the customer ends the snooze
        snoozed_until = case when ${draft.from_support}::boolean then snoozed_until end
      where id = ${draft.ticket_id}
      returning id, restaurant_id, message_count, last_message_at
    ), message as (
      insert into messages (ticket_id, position, author_id, from_support, text, mark, is_automatic, created_at)
      select id, message_count, ${draft.author_id}::bigint, ${draft.from_support}::boolean, ${draft.text},
        ${draft.mark ?? null}, ${draft.is_automatic ?? false}, last_message_at
      from ticket returning id, text, created_at, author_id, from_support, mark
    ), woken as (
      insert into ticket_log (ticket_id, at, person_id, act)
      select id, ${draft.now}::timestamptz, ${draft.author_id}::bigint, 'woken' from tickets
      where id = ${draft.ticket_id} and snoozed_until is not null and not ${draft.from_support}::boolean
    ), unread as (
      insert into unread_messages (person_id, restaurant_id, ticket_id, message_id)
      select m.person_id, ticket.restaurant_id, ticket.id, message.id
      from ticket, message, memberships m
      where message.from_support and m.restaurant_id = ticket.restaurant_id
    )
    select message.*, p.first_name, p.image_key, '[]'::json as attachments,
      to_char(message.created_at at time zone r.timezone, 'YYYY-MM-DD') as date
    from ticket, message, people p, restaurants r
    where p.id = message.author_id and r.id = ticket.restaurant_id`
  if (row === undefined) throw new Error(`there is no ticket ${draft.ticket_id}`)
  return row
}

/** Attaches stored files to a message in the order given. */
const insertAttachments = async (
  tx: TransactionSql,
  message_id: string,
  files: readonly StoredFile[],
): Promise<AttachmentRow[]> => {
  if (files.length === 0) return []
  const rows = files.map((file, index) => ({
    message_id,
    place: index + 1,
    file_key: file.key,
    file_name: file.file_name,
    content_type: file.content_type,
    size: file.size,
  }))
  const inserted = await tx<AttachmentRow[]>`
    insert into attachments ${tx(rows)} returning id, place, file_key, file_name, content_type, size::int`
  return inserted.map(({ id, file_key, file_name, content_type, size }, at) => ({
    id,
    file_key,
    file_name,
    content_type,
    size,
    scan: files[at]?.is_unscanned === true ? ('waiting' as const) : null,
  }))
}

/**
 * Adds a message with its files to a ticket that the transaction has locked. Times never decrease within a ticket, whatever
 * the clock does. A message of support ends the customer's wait and is unread for every member of the restaurant.
 */
export const addMessage = async (
  tx: TransactionSql,
  draft: MessageDraft,
  files: readonly StoredFile[],
): Promise<MessageRow> => {
  const message = await insertMessage(tx, draft)
  const attachments = await insertAttachments(tx, message.id, files)
  const { ticket_id, now } = draft
  addEvent(tx, { kind: 'message', ticket_id, message_id: message.id, now })
  return { ...message, attachments }
}
