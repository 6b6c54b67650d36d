import type { TextKind } from '@podmoga/search/certainty'
import type { Material } from '@podmoga/search/documents'
import { loadRussian } from '@podmoga/search/russian'
import { createIndex } from '@podmoga/search/search-index'
import { loadThesaurus } from '@podmoga/search/thesaurus'

/** A text that a question is compared with. */
export interface Said {
  id: number
  text: string
  /** What else tells what it is about. */
  more?: string
}

export interface Alike {
  id: number
  /** Compares within one answer. */
  score: number
}

export interface Ranked {
  /** The most alike first. */
  alike: Alike[]
  /** The search's own measure of the whole list, 0…1: the chance that what is meant is among its first three, or two of a restaurant's own. */
  certainty: number
  sure: boolean
}

const MOST = 20
/** A title's room: how people begin says most of what it is about. */
const TITLE_LETTERS = 120

const titleOf = (text: string): string =>
  (/^[^.!?\n]{0,120}/.exec(text.trim())?.[0] ?? '').slice(0, TITLE_LETTERS)

/** A text as the search takes it. */
export const materialOf = ({ id, text, more = '' }: Said): Material => ({
  id,
  title: titleOf(text),
  section_name: '',
  subcategory_name: '',
  headings: [],
  text: `${text}\n${more}`,
})

/** Orders texts that share a word of content by how much they are about the same, with the search of the knowledge base and its certainty. */
export const rankAlike = (
  question: string,
  texts: readonly Said[],
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
