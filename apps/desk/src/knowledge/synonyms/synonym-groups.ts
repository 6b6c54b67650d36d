import { SYNONYMS } from '../knowledge.texts.ts'

const WORDS_MAX = 20
const WORD_MAX = 60

/** Parses the words of a line, without duplicates. */
export const wordsOf = (line: string): string[] => [
  ...new Set(
    line
      .split(/[,;\n]/)
      .map((word) => word.trim().replace(/\s+/g, ' '))
      .filter((word) => word !== ''),
  ),
]

/** Validation error of a line; undefined if it is valid or empty. */
export const lineError = (line: string): string | undefined => {
  const words = wordsOf(line)
  if (words.length === 0) return undefined
  if (words.length < 2) return SYNONYMS.too_few
  if (words.length > WORDS_MAX) return SYNONYMS.too_many
  return words.some((word) => word.length > WORD_MAX) ? SYNONYMS.too_long : undefined
}

/** Another editor's changes, as lines. */
export interface SynonymNews {
  added: string[]
  removed: string[]
}

export const lineOf = (words: readonly string[]): string => words.join(', ')

/** Normalized form of a line: spacing does not matter. */
const sameness = (line: string): string => lineOf(wordsOf(line))

/**
 * Rebases an editor's lines onto a list changed by another editor: all lines changed here stay, the other's new groups are
 * appended, and groups removed by the other are removed if they were not changed here.
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
