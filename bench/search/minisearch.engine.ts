import { stem } from '../../apps/server/src/knowledge/search/stem.ts'
import { ANSWERS, type Engine, importIfInstalled } from './engine.ts'

type MiniSearch = {
  addAll(documents: readonly object[]): void
  search(query: string, options: object): { id: number }[]
}
type Package = { default: new (options: object) => MiniSearch }

/** MiniSearch with our Snowball stemmer, prefixes and one-in-five mistakes, its title boosted. */
export function miniSearch(): Engine {
  let index: MiniSearch
  return {
    name: 'MiniSearch + Snowball',
    async load(materials) {
      const found = (await importIfInstalled('minisearch')) as Package | undefined
      if (!found) return false
      const fields = ['title', 'headings', 'text', 'section_name', 'subcategory_name']
      const processTerm = (term: string) => stem(term.toLowerCase().replaceAll('ё', 'е'))
      index = new found.default({ fields, processTerm })
      index.addAll(materials.map((material) => ({ ...material, headings: material.headings.join('\n') })))
      return true
    },
    search(query) {
      const options = { boost: { title: 6, headings: 2 }, prefix: true, fuzzy: 0.2 }
      return index
        .search(query, options)
        .slice(0, ANSWERS)
        .map(({ id }) => id)
    },
  }
}
