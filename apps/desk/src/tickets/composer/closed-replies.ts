import type { ReplyData } from './outbox.kinds.ts'

const listeners = new Set<(reply: ReplyData) => void>()

/** Subscribes to sent replies that closed their ticket. Returns the unsubscribe function. */
export const onReplyClosed = (listener: (reply: ReplyData) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const notifyReplyClosed = (reply: ReplyData): void => {
  for (const listener of listeners) listener(reply)
}
