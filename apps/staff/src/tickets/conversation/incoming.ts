import type { Message } from '@podmoga/contract/tickets'

type Listener = (ticketId: string, message: Message) => void
const listeners = new Set<Listener>()

/** Notifies listeners of a message from the live stream. */
export const notifyIncoming: Listener = (ticketId, message) => {
  for (const listener of listeners) listener(ticketId, message)
}

/** Subscribes to incoming messages, whichever pages are loaded. Returns the unsubscribe function. */
export const onIncoming = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
