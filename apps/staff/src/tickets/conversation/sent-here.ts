// Whether a ticket was sent from this page: the right moment to offer notifications.
let isSent = false
const listeners = new Set<() => void>()

export const noteTicketSent = (): void => {
  isSent = true
  for (const listener of listeners) listener()
}

/** Whether a new ticket was sent since this page was opened. */
export const wasTicketSent = (): boolean => isSent

export const onTicketSent = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
