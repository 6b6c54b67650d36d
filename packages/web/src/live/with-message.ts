import { MESSAGE_PAGE_SIZE } from '@podmoga/contract/fields/limits'
import type { Message, MessagePage } from '@podmoga/contract/tickets'
import type { InfiniteData } from '@tanstack/react-query'

/** A first page that has grown to this many pages by live messages is refetched, to bound its size. */
const PAGES_ON_ONE = 3

/**
 * Appends a message to the newest page; returns the same data if it is already there. Null if it cannot be appended: the
 * newest page is not loaded or too long, or the message is older than one on it.
 * @param page_size the app's number of messages per page
 */
export const withMessage = (
  data: InfiniteData<MessagePage>,
  message: Message,
  page_size: number = MESSAGE_PAGE_SIZE,
): InfiniteData<MessagePage> | null => {
  const [newest, ...others] = data.pages
  if (newest === undefined || newest.current_page !== 1) return null
  const all = newest.results.flatMap(({ results }) => results)
  if (all.some(({ id }) => id === message.id)) return data
  const at = Date.parse(message.created_at)
  if (all.length >= PAGES_ON_ONE * page_size || all.some(({ created_at }) => Date.parse(created_at) > at))
    return null
  const results = [...newest.results, { results: [message] }]
  return { ...data, pages: [{ ...newest, results }, ...others] }
}
