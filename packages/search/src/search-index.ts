import { certaintyOf, isAbout, type TextKind } from './certainty.ts'
import { Documents, type Material } from './documents.ts'
import { type Language, NO_LANGUAGE } from './language.ts'
import { rank } from './rank.ts'
import { type Hits, snippetOf } from './snippet.ts'
import { type SynonymGroup, Synonyms } from './synonyms.ts'
import { beginningsOf } from './tokenize.ts'
import { type QueryWord, understand } from './understand.ts'
import { weights } from './weights.ts'

/**
 * One result: the material's id, its score (comparable only within one search), a safe HTML snippet, the probability (0…1)
 * that the answer is among the first three, and whether that is high enough. The last two are the same for all results.
 */
export type Found = { id: number; score: number; snippet: string; certainty: number; sure: boolean }

/**
 * `limit`: the maximum number of results, 20 by default. `synonyms`: pass the same array object while the list is unchanged,
 * as it is compiled once per object. `kind`: the kind of the materials, for the certainty; articles by default. `without`:
 * ids of materials hidden from the caller: the results are as if the index had never contained them.
 */
export type SearchOptions = {
  limit?: number
  synonyms?: readonly (readonly string[] | SynonymGroup)[]
  kind?: TextKind
  without?: readonly number[]
}

/** The size of an index, for logs and health pages. */
export type IndexStats = { materials: number; words: number; stems: number }

/** An in-memory search index of one knowledge base. */
export type SearchIndex = {
  /** Adds a material, or replaces the one with its id; takes a few milliseconds. */
  put(material: Material): void
  /** Removes a material; false if there was none. */
  remove(id: number): boolean
  /** Returns the best materials for a typed query, best first; none for an empty query. Never throws. */
  search(query: string, options?: SearchOptions): Found[]
  stats(): IndexStats
}

const USUAL_LIMIT = 20

/**
 * Makes an empty index. A search has three steps, each in its own file: `understand` the query using the vocabulary of the
 * materials, `rank` the materials, and cut a `snippet` out of each.
 */
export function createIndex(language: Language = NO_LANGUAGE): SearchIndex {
  const documents = new Documents(language)
  const none = new Synonyms([], language)

  function find(query: string, { limit = USUAL_LIMIT, synonyms, kind = 'article' }: SearchOptions): Found[] {
    const known = synonyms?.length ? synonymsOf(synonyms, language) : none
    const words = understand(documents.vocabulary, known, language, query)
    const hits = hitsOf(documents, words)
    const { ranked, grounds } = rank(documents, words, limit)
    const certainty = grounds ? certaintyOf(grounds, kind) : 0
    // A query that is fully contained in a title names that article, even if there are several.
    const isName = kind === 'article' && grounds?.whole === 1 && grounds.telling > 0.9
    const sure = isName || certainty >= weights.sure
    // There may be few tickets, some of which share only function words such as «на» and «не» with the query.
    const about = kind === 'article' ? ranked : ranked.filter(({ slot }) => isAbout(documents, words, slot))
    return about.map(({ material, score }) => {
      return { id: material.id, score, snippet: snippetOf(material.text, hits), certainty, sure }
    })
  }

  return {
    put: (material) => documents.put(material),
    remove: (id) => documents.remove(id),
    search: (query, options = {}) =>
      options.without?.length
        ? documents.without(options.without, () => find(query, options))
        : find(query, options),
    stats: () => ({
      materials: documents.count,
      words: documents.vocabulary.words.length,
      stems: documents.vocabulary.stems.length,
    }),
  }
}

/** Compiled once per list and shared by all indexes: a small index may exist for a single query only. */
const compiled = new WeakMap<Language, WeakMap<object, Synonyms>>()

function synonymsOf(groups: NonNullable<SearchOptions['synonyms']>, language: Language): Synonyms {
  const lists = compiled.get(language) ?? new WeakMap<object, Synonyms>()
  compiled.set(language, lists)
  const ready = lists.get(groups) ?? new Synonyms(groups, language)
  lists.set(groups, ready)
  return ready
}

/** The words to highlight in a snippet: only confident readings of content words. */
function hitsOf({ vocabulary }: Documents, words: readonly QueryWord[]): Hits {
  const weightOfStem = new Map<number, number>()
  const most = words.reduce((best, word) => Math.max(best, word.importance), 0)
  for (const { expansions, importance } of words) {
    if (importance < most) continue
    const sure = (expansions[0]?.weight ?? 0) * 0.6
    for (const { stem, weight } of expansions) {
      if (weight >= sure) weightOfStem.set(stem, Math.max(weight, weightOfStem.get(stem) ?? 0))
    }
  }
  const weightOfWord = new Map<string, number>()
  for (const [stem, termWeight] of weightOfStem)
    for (const id of vocabulary.wordsOfStem[stem] ?? [])
      if (vocabulary.uses[id]) weightOfWord.set(vocabulary.words[id] ?? '', termWeight)
  return {
    termWeightOf: (word) => weightOfWord.get(word) ?? 0,
    beginnings: beginningsOf(weightOfWord.keys()),
  }
}
