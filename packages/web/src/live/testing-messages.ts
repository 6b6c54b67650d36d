import type { Message, MessagePage } from '@podmoga/contract/tickets'

/** A message of a conversation; its id is also the minute of `created_at`. */
export const message = (id: number, given: Partial<Message> = {}): Message => ({
  id: String(id),
  text: `№ ${id}`,
  created_at: new Date(Date.UTC(2026, 0, 1, 12, id)).toISOString(),
  user_name: null,
  user_image: null,
  attachments: [],
  ...given,
})

/** A page of a two-page conversation. */
export const page = (messages: Message[], current_page = 1): MessagePage => ({
  current_page,
  total_pages: 2,
  results: [{ date: '2026-01-01', results: messages }],
})
