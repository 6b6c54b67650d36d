import { stem } from '../../apps/server/src/knowledge/search/stem.ts'
import { ANSWERS, type Engine, importIfInstalled } from './engine.ts'

type Package = {
  create(options: object): unknown
  insertMultiple(database: unknown, documents: object[], batch: number): Promise<unknown>
  search(database: unknown, query: object): Promise<{ hits: { document: { key: number } }[] }>
}

/** Orama with its Russian tokenizer, our Snowball stemmer and one mistake a word, its title boosted. */
export function orama(): Engine {
  let found: Package | undefined
  let database: unknown
  return {
    name: 'Orama + Snowball',
    async load(materials) {
      found = (await importIfInstalled('@orama/orama')) as Package | undefined
      if (!found) return false
      database = found.create({
        schema: { key: 'number', title: 'string', headings: 'string', text: 'string', place: 'string' },
        components: { tokenizer: { language: 'russian', stemming: true, stemmer: stem } },
      })
      const rows = materials.map(({ id, title, headings, text, section_name, subcategory_name }) => {
        return {
          key: id,
          title,
          headings: headings.join('\n'),
          text,
          place: `${section_name} ${subcategory_name}`,
        }
      })
      await found.insertMultiple(database, rows, 500)
      return true
    },
    async search(query) {
      const answer = await found?.search(database, {
        term: query,
        limit: ANSWERS,
        tolerance: 1,
        properties: ['title', 'headings', 'text', 'place'],
        boost: { title: 6, headings: 2 },
      })
      return answer?.hits.map(({ document }) => document.key) ?? []
    },
  }
}
