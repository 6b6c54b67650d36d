import type { Message, MessagePage } from '@podmoga/contract/tickets'

/**
 * All messages in hand, oldest first. Page 1 holds the newest ones; pages drift when somebody writes in between, so a
 * message may come twice and the fresher copy counts.
 */
export const messagesOf = (pages: readonly MessagePage[]): Message[] => {
  const byId = new Map<string, Message>()
  const oldestPageFirst = [...pages].sort((one, other) => other.current_page - one.current_page)
  for (const { results } of oldestPageFirst)
    for (const group of results) for (const message of group.results) byId.set(message.id, message)
  return [...byId.values()].sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
}

/** True when the pages in hand no longer fit each other: a message stands on both, or the count of pages differs. */
export const isDrifted = (pages: readonly MessagePage[]): boolean => {
  const counts = new Set(pages.map((page) => page.total_pages))
  const ids = pages.flatMap((page) => page.results.flatMap((group) => group.results.map(({ id }) => id)))
  return counts.size > 1 || new Set(ids).size < ids.length
}

/** Written by somebody else, as far as the backend tells. */
export const isForeign = (message: Message): boolean => message.is_mine !== true

/**
 * Before which message «Новые сообщения» stands: the first that the backend calls unread, on any device; else the first
 * of the last `unread` ones by support, else the first foreign one after the last message seen on this device. Null when nothing is new.
 */
export const firstNew = (
  messages: readonly Message[],
  known: { unread?: number | undefined; lastSeen?: string | null | undefined },
): string | null => {
  const told = messages.find((message) => message.is_unread)
  if (told !== undefined) return told.id
  if (known.unread !== undefined) {
    const bySupport = messages.filter((message) => message.from_support ?? isForeign(message))
    return known.unread > 0 ? (bySupport.at(-Math.min(known.unread, bySupport.length))?.id ?? null) : null
  }
  const seen = messages.findIndex((message) => message.id === known.lastSeen)
  if (seen < 0) return null
  return messages.slice(seen + 1).find(isForeign)?.id ?? null
}
