import { cutCardNumbers } from '@podmoga/contract/fields/card-number'
import type { Message } from '@podmoga/contract/tickets'
import type { OutgoingReply } from '../outbox/outgoing.ts'

/**
 * Ids of failed replies that the server has stored, as only their answer was lost. A copy is recognized by its text and number of
 * files among the messages since the reply was written; copies that belong to another reply (`isTaken`) do not count.
 */
export const copiesOf = (
  items: readonly OutgoingReply[],
  messages: readonly Message[],
  isTaken: (message: Message) => boolean,
): string[] => {
  const taken = new Set<Message>()
  const isCopy = ({ state, data, files }: OutgoingReply): boolean => {
    if (state !== 'failed' || data.seen === undefined) return false
    // The server masks card numbers; another backend may not.
    const texts = [data.text, cutCardNumbers(data.text)]
    const copy = messages
      .slice(messages.findIndex(({ id }) => id === data.seen) + 1)
      .find(
        (message) =>
          message.is_mine === true &&
          texts.includes(message.text) &&
          message.attachments.length === files.length &&
          !taken.has(message) &&
          !isTaken(message),
      )
    if (copy !== undefined) taken.add(copy)
    return copy !== undefined
  }
  return items.filter(isCopy).map(({ id }) => id)
}
