import { wellFormed } from '@podmoga/contract/fields/fields'
import { SEARCH_MAX } from '@podmoga/contract/fields/limits'

/** So many letters say what a message is about. */
const ENOUGH_LETTERS = 12
export const SUGGESTED_MOST = 3

/** An open ticket of the same restaurant that is like the message, as its card among what is suggested. */
export interface AlikeTicket {
  href: string
  /** How sure it is that both are about the same, for a person. */
  title: string
  /** Its number and first words. */
  words: string
}

/** What to search for while a message is written: its beginning, once it has twelve letters; otherwise nothing. */
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
