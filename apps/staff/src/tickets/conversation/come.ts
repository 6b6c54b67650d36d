import type { Message } from '@podmoga/contract/tickets'

type Hear = (ticketId: string, message: Message) => void
const listeners = new Set<Hear>()

/** Notifies listeners of a message from the live stream. */
export const noteCome: Hear = (ticketId, message) => {
  for (const hear of listeners) hear(ticketId, message)
}

/** Subscribes to incoming messages, whichever pages are loaded. Returns the unsubscribe function. */
export const onCome = (hear: Hear): (() => void) => {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}
