import { useSyncExternalStore } from 'react'

/** How long the indicator stays after the last event. */
const HOLDS_MS = 8000

const timers = new Map<string, ReturnType<typeof setTimeout>>()
const watchers = new Set<() => void>()
const tell = () => {
  for (const watcher of watchers) watcher()
}

/** Support has stopped typing in a ticket, or has sent its message. */
export const endTyping = (ticketId: string): void => {
  clearTimeout(timers.get(ticketId))
  if (timers.delete(ticketId)) tell()
}

/** Support is typing in a ticket. */
export const noteTyping = (ticketId: string): void => {
  clearTimeout(timers.get(ticketId))
  timers.set(
    ticketId,
    setTimeout(() => endTyping(ticketId), HOLDS_MS),
  )
  tell()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Whether support is typing in this ticket. */
export const useTyping = (ticketId: string): boolean =>
  useSyncExternalStore(
    watch,
    () => timers.has(ticketId),
    () => false,
  )
