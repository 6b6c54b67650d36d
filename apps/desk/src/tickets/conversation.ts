import type { Message, MessagePage } from '@podmoga/contract/tickets'
import { dayKey } from '@podmoga/ui/lib/dates'

export interface Day {
  key: string
  /** Of its first message. */
  at: string
  messages: Message[]
}

/** Pages (the newest first) as one list, the oldest message first, each once. */
export const inOrder = (pages: readonly MessagePage[]): Message[] => {
  const seen = new Map<string, Message>()
  for (const page of pages.toReversed())
    for (const group of page.results) for (const message of group.results) seen.set(message.id, message)
  return [...seen.values()].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}

/** Messages by the viewer's calendar days. */
export const byDay = (messages: readonly Message[]): Day[] => {
  const days: Day[] = []
  for (const message of messages) {
    const key = dayKey(message.created_at)
    const last = days.at(-1)
    if (last?.key === key) last.messages.push(message)
    else days.push({ key, at: message.created_at, messages: [message] })
  }
  return days
}
