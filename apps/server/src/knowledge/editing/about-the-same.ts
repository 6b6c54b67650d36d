import { loadRussian } from '@podmoga/search/russian'
import { createIndex } from '@podmoga/search/search-index'
import { loadThesaurus } from '@podmoga/search/thesaurus'

/**
 * Returns for each text the index of the first text that is surely about the same, or its own index. An empty text matches none.
 * Uses the search's ranking for a few short texts.
 */
export const aboutTheSame = (texts: readonly string[]): number[] => {
  const index = createIndex(loadRussian())
  const firsts: number[] = []
  for (const [at, text] of texts.entries()) {
    const [best] = index.search(text, { limit: 1, synonyms: loadThesaurus(), kind: 'own_ticket' })
    firsts.push(best?.sure === true ? (firsts[best.id] ?? at) : at)
    if (text !== '')
      index.put({ id: at, title: text, section_name: '', subcategory_name: '', headings: [], text })
  }
  return firsts
}
