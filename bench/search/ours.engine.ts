import { loadRussian } from '@podmoga/search/russian'
import { createIndex, type SearchOptions } from '@podmoga/search/search-index'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import { ANSWERS, type Engine } from './engine.ts'

/** The product's own search as the server runs it: Russian, the thesaurus, an editor's synonyms, snippets included. */
export function ours(ofEditor: readonly string[][] = []): Engine {
  const index = createIndex(loadRussian())
  const synonyms: SearchOptions['synonyms'] = [...ofEditor, ...loadThesaurus()]
  const find = (query: string) => index.search(query, { limit: ANSWERS, synonyms })
  return {
    name: 'Подмога',
    async load(materials) {
      for (const material of materials) index.put(material)
    },
    search: (query) => find(query).map(({ id }) => id),
    isSure: (query) => find(query)[0]?.sure === true,
  }
}
