import { useSyncExternalStore } from 'react'

/** How long the indicator stays after the last event. */
const HOLDS_MS = 8000

const timers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Support has stopped typing in a ticket, or has sent its message. */
export const endTyping = (ticketId: string): void => {
  clearTimeout(timers.get(ticketId))
  if (timers.delete(ticketId)) notify()
}

/** Support is typing in a ticket. */
export const noteTyping = (ticketId: string): void => {
  clearTimeout(timers.get(ticketId))
  timers.set(
    ticketId,
    setTimeout(() => endTyping(ticketId), HOLDS_MS),
  )
  notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether support is typing in this ticket. */
export const useTyping = (ticketId: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => timers.has(ticketId),
    () => false,
  )
