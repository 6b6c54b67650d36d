import { stem } from '@podmoga/search/stem'
import MiniSearch from 'minisearch'
import { ANSWERS, type Engine } from './engine.ts'

/** MiniSearch with our Snowball stemmer, the last word as a prefix, one mistake in five letters, its title boosted. */
export function miniSearch(): Engine {
  const index = new MiniSearch({
    fields: ['title', 'headings', 'text', 'section_name', 'subcategory_name'],
    processTerm: (term) => stem(term.toLowerCase().replaceAll('ё', 'е')),
    searchOptions: {
      boost: { title: 6, headings: 2 },
      prefix: (_, place, terms) => place === terms.length - 1,
      fuzzy: (term) => term.length > 4 && 0.2,
    },
  })
  return {
    name: 'MiniSearch + Snowball',
    async load(materials) {
      index.addAll(materials.map((material) => ({ ...material, headings: material.headings.join('\n') })))
    },
    search(query) {
      const answers = index.search(query).slice(0, ANSWERS)
      return answers.map(({ id }) => Number(id))
    },
  }
}
