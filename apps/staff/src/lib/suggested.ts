import { wellFormed } from '@podmoga/contract/fields/fields'
import { SEARCH_MAX } from '@podmoga/contract/fields/limits'

/** Letters from which a message is worth a search. */
const ENOUGH_LETTERS = 12
export const SUGGESTED_MOST = 3

/** The card of a similar open ticket of the same restaurant, among the suggestions. */
export interface AlikeTicket {
  href: string
  /** How likely the tickets are about the same, as text. */
  title: string
  /** Its number and first words. */
  words: string
}

/** The search query for a message being written: its beginning, from twelve letters; else empty. */
export const suggestedQuery = (message: string): string => {
  const text = wellFormed(message).replace(/\s+/g, ' ').trim()
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (letters < ENOUGH_LETTERS) return ''
  const characters = [...text]
  if (characters.length <= SEARCH_MAX) return text
  const cut = characters.slice(0, SEARCH_MAX).join('')
  const end = cut.lastIndexOf(' ')
  return end > SEARCH_MAX / 2 ? cut.slice(0, end) : cut
}
