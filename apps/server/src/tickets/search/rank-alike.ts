import type { TextKind } from '@podmoga/search/certainty'
import type { Material } from '@podmoga/search/documents'
import { loadRussian } from '@podmoga/search/russian'
import { createIndex } from '@podmoga/search/search-index'
import { loadThesaurus } from '@podmoga/search/thesaurus'

/** A text to compare with a question. */
export interface ComparedText {
  id: number
  text: string
  /** Further text on its subject. */
  more?: string
}

export interface Alike {
  id: number
  /** Comparable only within one result. */
  score: number
}

export interface Ranked {
  /** Most similar first. */
  alike: Alike[]
  /**
   * The search's confidence in the list, 0…1: the chance that what is meant is among its first three, or two of a
   * restaurant's own.
   */
  certainty: number
  sure: boolean
}

const MOST = 20
/** Length of a title: the beginning of a text says most about its subject. */
const TITLE_LETTERS = 120

const titleOf = (text: string): string =>
  (/^[^.!?\n]{0,120}/.exec(text.trim())?.[0] ?? '').slice(0, TITLE_LETTERS)

/** A text as a document of the knowledge base's search. */
export const materialOf = ({ id, text, more = '' }: ComparedText): Material => ({
  id,
  title: titleOf(text),
  section_name: '',
  subcategory_name: '',
  headings: [],
  text: `${text}\n${more}`,
})

/** Ranks texts that share a content word with the question by similarity, using the knowledge base's search and its certainty. */
export const rankAlike = (
  question: string,
  texts: readonly ComparedText[],
  kind: Exclude<TextKind, 'article'>,
): Ranked => {
  const index = createIndex(loadRussian())
  for (const text of texts) index.put(materialOf(text))
  const found = index.search(question, { limit: MOST, synonyms: loadThesaurus(), kind })
  return {
    alike: found.map(({ id, score }) => ({ id, score })),
    certainty: found[0]?.certainty ?? 0,
    sure: found[0]?.sure ?? false,
  }
}
