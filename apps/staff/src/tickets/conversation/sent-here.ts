// A ticket was sent from this page just now: the moment at which notices make sense to somebody.
let isSent = false
const listeners = new Set<() => void>()

export const noteTicketSent = (): void => {
  isSent = true
  for (const listener of listeners) listener()
}

/** Whether a new ticket has left this page since it was opened. */
export const wasTicketSent = (): boolean => isSent

export const onTicketSent = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
