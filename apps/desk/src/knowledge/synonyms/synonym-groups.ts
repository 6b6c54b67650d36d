import { SYNONYMS } from '../knowledge.texts.ts'

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

/** What another editor has made of the list meanwhile, as lines. */
export interface SynonymNews {
  added: string[]
  removed: string[]
}

export const lineOf = (words: readonly string[]): string => words.join(', ')

/** Two lines of the same words are one group, however they are spaced. */
const sameness = (line: string): string => lineOf(wordsOf(line))

/**
 * The lines of one editor upon a list that another has changed since: every line that this editor wrote stays, the
 * other's new groups come after them, and what the other removed goes where it was left untouched here.
 */
export const mergeGroups = <Line extends { text: string }>(
  seen: readonly string[][],
  mine: readonly Line[],
  theirs: readonly string[][],
): { kept: Line[]; coming: string[]; news: SynonymNews } => {
  const before = new Set(seen.map((words) => sameness(lineOf(words))))
  const now = new Set(theirs.map((words) => sameness(lineOf(words))))
  const here = new Set(mine.map(({ text }) => sameness(text)))
  const added = [...now].filter((line) => !before.has(line))
  const removed = [...before].filter((line) => !now.has(line))
  return {
    kept: mine.filter(({ text }) => !removed.includes(sameness(text))),
    coming: added.filter((line) => !here.has(line)),
    news: { added, removed },
  }
}
