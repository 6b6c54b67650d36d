import type { Message } from '@podmoga/contract/tickets'
import type { OutgoingReply } from '../outbox/outgoing.ts'

/**
 * The replies that have failed though the server shows them, since their answer was not heard: their ids. Such a one is known
 * by its words and the number of its files among what has come since it was written; what is another's copy (`isTaken`) is
 * not its own.
 */
export const copiesOf = (
  items: readonly OutgoingReply[],
  messages: readonly Message[],
  isTaken: (message: Message) => boolean,
): string[] => {
  const taken = new Set<Message>()
  const isCopy = ({ state, data, files }: OutgoingReply): boolean => {
    if (state !== 'failed' || data.seen === undefined) return false
    const copy = messages
      .slice(messages.findIndex(({ id }) => id === data.seen) + 1)
      .find(
        (message) =>
          message.is_mine === true &&
          message.text === data.text &&
          message.attachments.length === files.length &&
          !taken.has(message) &&
          !isTaken(message),
      )
    if (copy !== undefined) taken.add(copy)
    return copy !== undefined
  }
  return items.filter(isCopy).map(({ id }) => id)
}
