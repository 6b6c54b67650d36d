import { createIndex } from '@podmoga/search/search-index'
import { ANSWERS, type Engine } from './engine.ts'

/** The product's own search, snippets included. */
export function ours(): Engine {
  const index = createIndex()
  return {
    name: 'Подмога',
    async load(materials) {
      for (const material of materials) index.put(material)
    },
    search: (query) => index.search(query, { limit: ANSWERS }).map(({ id }) => id),
  }
}
