import type { DeskNote } from '@podmoga/contract/desk/notes'
import type { Message, MessagePage } from '@podmoga/contract/tickets'
import { dayKey } from '@podmoga/ui/lib/dates'

/** A note placed among the messages by its time. */
export interface NoteEntry {
  created_at: string
  note: DeskNote
}
export type Entry = Message | NoteEntry

export interface Day<T> {
  key: string
  /** Time of the first message. */
  at: string
  messages: T[]
}

/** Flattens pages (the newest first) into one list without duplicates, the oldest message first. */
export const inOrder = (pages: readonly MessagePage[]): Message[] => {
  const seen = new Map<string, Message>()
  for (const page of [...pages].reverse())
    for (const group of page.results) for (const message of group.results) seen.set(message.id, message)
  return [...seen.values()].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}

/** The id of the newest loaded message, or undefined. */
export const newestOf = (data: { pages: readonly MessagePage[] } | undefined): string | undefined =>
  inOrder(data?.pages ?? []).at(-1)?.id

/**
 * Merges notes into the messages by time. Notes older than the oldest loaded message are left out until its page is loaded;
 * `isWhole`: all pages are loaded.
 */
export const withNotes = (
  messages: readonly Message[],
  notes: readonly DeskNote[],
  isWhole: boolean,
): Entry[] => {
  const oldest = messages[0]?.created_at ?? ''
  const entries = notes
    .filter(({ noted_at }) => isWhole || noted_at >= oldest)
    .map((note): NoteEntry => ({ created_at: note.noted_at, note }))
  return [...messages, ...entries].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}

/** Groups messages by the viewer's calendar days. */
export const byDay = <T extends { created_at: string }>(messages: readonly T[]): Day<T>[] => {
  const days: Day<T>[] = []
  for (const message of messages) {
    const key = dayKey(message.created_at)
    const last = days.at(-1)
    if (last?.key === key) last.messages.push(message)
    else days.push({ key, at: message.created_at, messages: [message] })
  }
  return days
}
