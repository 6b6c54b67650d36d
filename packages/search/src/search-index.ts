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
 * One answer: the material's id, its score (which compares within one answer only), a safe HTML snippet, the chance (0…1)
 * that the answer is among the first three, and whether that is enough to say so: both are the same on the whole list.
 */
export type Found = { id: number; score: number; snippet: string; certainty: number; sure: boolean }

/**
 * How many answers at most (20 unless told), which words are held for the same (one list, kept as long as it is so),
 * what kind of texts the materials are: certainty is told by it; articles unless told. And which materials are not there
 * for whoever asks: the answer is the one of an index that has never heard of them.
 */
export type SearchOptions = {
  limit?: number
  synonyms?: readonly (readonly string[] | SynonymGroup)[]
  kind?: TextKind
  without?: readonly number[]
}

/** What an index holds, for logs and health pages. */
export type IndexStats = { materials: number; words: number; stems: number }

/** A search index of one knowledge base, in memory. */
export type SearchIndex = {
  /** Adds a material, or replaces the one with its id; takes a few milliseconds. */
  put(material: Material): void
  /** Forgets a material; false when it was not there. */
  remove(id: number): boolean
  /** The best materials for a query as people type it, best first; none for an empty one. Never throws. */
  search(query: string, options?: SearchOptions): Found[]
  stats(): IndexStats
}

const USUAL_LIMIT = 20

/**
 * Makes an empty index. A search takes three steps, each in its own file: `understand` what was typed by asking
 * the vocabulary of the materials, `rank` the materials, cut a `snippet` out of each.
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
    // Whoever types one word wants the article that is called so, however many are.
    const isName = kind === 'article' && grounds?.whole === 1 && grounds.telling > 0.9
    const sure = isName || certainty >= weights.sure
    // Of tickets few are compared, and some of them have no more in common with a question than «на» and «не».
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

/** Made once for a list, whichever indexes are asked with it: one of a few texts lives for a single question. */
const compiled = new WeakMap<Language, WeakMap<object, Synonyms>>()

function synonymsOf(groups: NonNullable<SearchOptions['synonyms']>, language: Language): Synonyms {
  const lists = compiled.get(language) ?? new WeakMap<object, Synonyms>()
  compiled.set(language, lists)
  const ready = lists.get(groups) ?? new Synonyms(groups, language)
  lists.set(groups, ready)
  return ready
}

/** What a snippet marks: only sure readings of words of substance. */
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
