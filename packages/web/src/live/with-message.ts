import { MESSAGE_PAGE_SIZE } from '@podmoga/contract/fields/limits'
import type { Message, MessagePage } from '@podmoga/contract/tickets'
import type { InfiniteData } from '@tanstack/react-query'

/** A conversation that is only added to is read anew before it grows without an end. */
const PAGES_ON_ONE = 3

/**
 * The pages with a message at their end; the same ones when it stands there already. Null when it has no place there:
 * the newest page is not in hand or long enough, or the message is older than what stands there.
 * @param page_size how many messages the app asks for at a time
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
