import { categoryName, topicName } from '@podmoga/contract/fields/choices'
import { totalPages } from '@podmoga/contract/page'
import type { Attachment, Message, MessagePage, Ticket } from '@podmoga/contract/tickets'
import type { FileLinks } from '../files/file-links.ts'
import type { Person } from '../http/principals.ts'
import { STATUS_READABLE } from './tickets.rules.ts'
import type { AttachmentRow, Listed, MessageRow, TicketRow } from './tickets.sql.ts'

/** Fallbacks for people without a name. */
const NAMELESS = { staff: 'Сотрудник', support: 'Поддержка' } as const

export const nameOf = (row: { first_name: string | null; from_support: boolean }): string => {
  const name = row.first_name?.trim() ?? ''
  return name !== '' ? name : row.from_support ? NAMELESS.support : NAMELESS.staff
}

export const iso = (time: Date | string): string => new Date(time).toISOString()

/** A ticket as its restaurant sees it. */
export const ticketAnswer = ({ topic_name, rating, is_unanswered: _, ...row }: TicketRow): Ticket => ({
  ...row,
  status_readable: STATUS_READABLE[row.status],
  category_readable: categoryName(row.category),
  topic_readable: topic_name ?? topicName(row.category, row.topic),
  created_at: iso(row.created_at),
  ...(row.status === 'processed' ? { rating } : {}),
})

/** The reader's own link to a photo; null if there is none. */
export const photoLink = (links: FileLinks, reader: Person, key: string | null): string | null =>
  key === null
    ? null
    : links.link(reader, { file_key: key, file_name: 'photo.webp', content_type: 'image/webp' })

export const attachmentAnswer = (links: FileLinks, reader: Person, file: AttachmentRow): Attachment => ({
  id: file.id,
  file_url: links.link(reader, file),
  file_name: file.file_name,
  size: file.size,
  content_type: file.content_type,
  ...(file.scan ? { scan: file.scan } : {}),
})

export const messageAnswer = (links: FileLinks, reader: Person, row: MessageRow): Message => ({
  id: row.id,
  text: row.text,
  created_at: iso(row.created_at),
  user_name: nameOf(row),
  user_image: photoLink(links, reader, row.image_key),
  is_mine: row.author_id === reader.person_id,
  from_support: row.from_support,
  ...(row.mark ? { mark: row.mark } : {}),
  ...(row.is_unread ? { is_unread: true } : {}),
  attachments: row.attachments.map((file) => attachmentAnswer(links, reader, file)),
})

/** A page of messages, grouped by calendar day of the restaurant. */
export const messagePageAnswer = (
  links: FileLinks,
  reader: Person,
  list: Listed<MessageRow>,
  query: { page: number; page_size: number },
): MessagePage => {
  const days: { date: string; results: Message[] }[] = []
  for (const row of list.rows) {
    const message = messageAnswer(links, reader, row)
    const day = days.at(-1)
    if (day?.date === row.date) day.results.push(message)
    else days.push({ date: row.date, results: [message] })
  }
  return {
    current_page: query.page,
    total_pages: totalPages(list.total_items, query.page_size),
    results: days,
  }
}
