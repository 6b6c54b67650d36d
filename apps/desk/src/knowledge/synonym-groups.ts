import { SYNONYMS } from './knowledge.texts.ts'

const WORDS_MAX = 20
const WORD_MAX = 60

/** The words of a line, without repeats. */
export const wordsOf = (line: string): string[] => [
  ...new Set(
    line
      .split(/[,;\n]/)
      .map((word) => word.trim().replace(/\s+/g, ' '))
      .filter((word) => word !== ''),
  ),
]

/** What is wrong with a line; undefined when it is fine or empty. */
export const lineError = (line: string): string | undefined => {
  const words = wordsOf(line)
  if (words.length === 0) return undefined
  if (words.length < 2) return SYNONYMS.too_few
  if (words.length > WORDS_MAX) return SYNONYMS.too_many
  return words.some((word) => word.length > WORD_MAX) ? SYNONYMS.too_long : undefined
}
