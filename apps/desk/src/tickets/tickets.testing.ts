import type { DeskTicket, DeskTicketItem } from '@podmoga/contract/desk/tickets'

/** ISO time at the given minute of a fixed hour. */
export const atMinute = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString()

/** A queue item waiting since the minute given by its number. */
export const listed = (id: string, part: Partial<DeskTicketItem> = {}): DeskTicketItem => ({
  id,
  number: Number(id),
  status: 'awaiting_response',
  category: 'other',
  category_readable: 'Другое',
  topic: null,
  topic_readable: null,
  restaurant: { id: '1', name: 'Навруз' },
  customer_name: null,
  last_message: '',
  last_from_support: false,
  last_author_name: null,
  created_at: atMinute(0),
  last_message_at: atMinute(Number(id)),
  waiting_since: atMinute(Number(id)),
  assignee: null,
  priority: 'normal',
  tags: [],
  snoozed_until: null,
  ...part,
})

/** A detailed open ticket of a cook, in the restaurant of {@link listed}. */
export const shown = (id: string, part: Partial<DeskTicket> = {}): DeskTicket => ({
  id,
  number: Number(id),
  status: 'awaiting_response',
  status_readable: 'Ждёт ответа',
  category: 'other',
  category_readable: 'Другое',
  topic: null,
  topic_readable: null,
  created_at: atMinute(0),
  closed_at: null,
  waiting_since: atMinute(Number(id)),
  assignee: null,
  priority: 'normal',
  tags: [],
  snoozed_until: null,
  business: { id: '1', name: 'Навруз' },
  restaurant: { id: '1', name: 'Навруз', timezone: 'Asia/Tashkent' },
  customer: {
    id: '3',
    first_name: 'Тимур',
    last_name: null,
    email: null,
    is_email_verified: false,
    phone: null,
    country: null,
    region: null,
    image: null,
  },
  past_tickets: [],
  ...part,
})
