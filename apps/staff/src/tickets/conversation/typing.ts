import { useSyncExternalStore } from 'react'

/** How long it holds after the last word of it. */
const HOLDS_MS = 8000

const timers = new Map<string, ReturnType<typeof setTimeout>>()
const watchers = new Set<() => void>()
const tell = () => {
  for (const watcher of watchers) watcher()
}

/** Support has stopped writing in a ticket, or has just sent what it wrote. */
export const endTyping = (ticketId: string): void => {
  clearTimeout(timers.get(ticketId))
  if (timers.delete(ticketId)) tell()
}

/** Support is writing in a ticket at this moment. */
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

/** Whether support is writing in this ticket. */
export const useTyping = (ticketId: string): boolean =>
  useSyncExternalStore(
    watch,
    () => timers.has(ticketId),
    () => false,
  )
