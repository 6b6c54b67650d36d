import type { Message } from '@podmoga/contract/tickets'

type Hear = (ticketId: string, message: Message) => void
const listeners = new Set<Hear>()

/** A message has come by the live stream. */
export const noteCome: Hear = (ticketId, message) => {
  for (const hear of listeners) hear(ticketId, message)
}

/** Hears of messages as they come, whichever pages are in hand. Returns how to stop. */
export const onCome = (hear: Hear): (() => void) => {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}
