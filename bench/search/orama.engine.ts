import { create, insertMultiple, search } from '@orama/orama'
import { stem } from '@podmoga/search/stem'
import { ANSWERS, type Engine } from './engine.ts'

/** Orama with its Russian tokenizer and our Snowball stemmer, its title boosted; its tolerance for mistakes takes seconds here. */
export function orama(): Engine {
  const database = create({
    schema: { key: 'number', title: 'string', headings: 'string', text: 'string', place: 'string' } as const,
    components: { tokenizer: { language: 'russian', stemming: true, stemmer: stem } },
  })
  return {
    name: 'Orama + Snowball',
    async load(materials) {
      const rows = materials.map(({ id, title, headings, text, section_name, subcategory_name }) => {
        return {
          key: id,
          title,
          headings: headings.join('\n'),
          text,
          place: `${section_name} ${subcategory_name}`,
        }
      })
      await insertMultiple(database, rows, 500)
    },
    async search(query) {
      const { hits } = await search(database, {
        term: query,
        limit: ANSWERS,
        properties: ['title', 'headings', 'text', 'place'],
        boost: { title: 6, headings: 2 },
      })
      return hits.map(({ document }) => document.key)
    },
  }
}
