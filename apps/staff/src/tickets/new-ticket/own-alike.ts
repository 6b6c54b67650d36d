import type { Answer } from '@podmoga/contract/endpoint'
import { listOwnAlike } from '@podmoga/contract/tickets/alike'
import { paths } from '../../lib/paths.ts'
import type { AlikeTicket } from '../../lib/suggested.ts'

export { listOwnAlike }

export const ALIKE = {
  sure: 'Похожий тикет уже открыт в вашем ресторане',
  unsure: 'Точно такого открытого тикета не нашли. Похожее:',
  words: (number: number, words: string) => `№${number}: ${words}`,
} as const

/** The card of the most similar ticket found. */
export const cardOf = (restaurantId: string, answer: Answer<typeof listOwnAlike>): AlikeTicket | null => {
  const [found] = answer.results
  if (found === undefined) return null
  return {
    href: paths.ticket(restaurantId, found.id),
    title: answer.sure === false ? ALIKE.unsure : ALIKE.sure,
    words: ALIKE.words(found.number, found.first_words),
  }
}
