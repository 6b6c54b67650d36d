import type { Message, MessagePage } from '@podmoga/contract/tickets'

/**
 * All loaded messages, oldest first. Page 1 holds the newest ones; page boundaries shift with each new message, so a message may
 * be on two pages: the newer page's copy wins.
 */
export const messagesOf = (pages: readonly MessagePage[]): Message[] => {
  const byId = new Map<string, Message>()
  const oldestPageFirst = [...pages].sort((one, other) => other.current_page - one.current_page)
  for (const { results } of oldestPageFirst)
    for (const group of results) for (const message of group.results) byId.set(message.id, message)
  return [...byId.values()].sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
}

/** True if the loaded pages are inconsistent: a message is on two of them, or their page counts differ. */
export const isDrifted = (pages: readonly MessagePage[]): boolean => {
  const counts = new Set(pages.map((page) => page.total_pages))
  const ids = pages.flatMap((page) => page.results.flatMap((group) => group.results.map(({ id }) => id)))
  return counts.size > 1 || new Set(ids).size < ids.length
}

/** Whether the message is by somebody else, as far as the backend tells. */
export const isForeign = (message: Message): boolean => message.is_mine !== true

/**
 * The id of the message before which «Новые сообщения» is shown: the first that the backend marks unread, on any device; else the
 * first of the last `unread` ones by support; else the first one by somebody else after the last message seen on this device.
 * Null if nothing is new.
 */
export const firstNew = (
  messages: readonly Message[],
  known: { unread?: number | undefined; lastSeen?: string | null | undefined },
): string | null => {
  const marked = messages.find((message) => message.is_unread)
  if (marked !== undefined) return marked.id
  if (known.unread !== undefined) {
    const bySupport = messages.filter((message) => message.from_support ?? isForeign(message))
    return known.unread > 0 ? (bySupport.at(-Math.min(known.unread, bySupport.length))?.id ?? null) : null
  }
  const seen = messages.findIndex((message) => message.id === known.lastSeen)
  if (seen < 0) return null
  return messages.slice(seen + 1).find(isForeign)?.id ?? null
}
