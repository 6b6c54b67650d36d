import { loadRussian } from '@podmoga/search/russian'
import { Synonyms } from '@podmoga/search/synonyms'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import type { Db } from '@podmoga/sql/sql'
import { type Term, termsByWord } from './index.sql.ts'
import { foldedWords } from './query.ts'

let thesaurus: Synonyms | undefined

/** The thesaurus of the knowledge search, without a business's additions and exclusions. */
const knownSynonyms = (): Synonyms => {
  thesaurus ??= new Synonyms(loadThesaurus(), loadRussian())
  return thesaurus
}

/** The terms of a text, with synonyms of those in the thesaurus; empty if it has none of them. */
export const synonymTerms = async (
  db: Db,
  business_ids: readonly string[],
  text: string,
  most_forms?: number,
): Promise<Term[]> => {
  const words = foldedWords(text)
  const synonyms = knownSynonyms()
  // Exact matches only: typos are left to the vocabulary of the messages.
  const aliases = synonyms
    .find(words)
    .filter(({ at }) => at.every((index) => synonyms.knows(words[index] ?? '')))
  if (aliases.length === 0) return []
  const names = aliases.map(({ at, others }) => [
    at.map((index) => words[index] ?? ''),
    ...others.map((other) => foldedWords(other.join(' '))),
  ])
  const terms = await termsByWord(db, business_ids, [...words, ...names.flat(2)].join(' '), most_forms)
  const termsOfWords = (some: readonly string[]) => some.flatMap((word) => terms.get(word) ?? [])
  const named = names.map((ways): Term => {
    const or = ways.map(termsOfWords).filter((way) => way.length > 0)
    return { stems: or.flat().flatMap(({ stems }) => stems), words: [], beginning: null, or }
  })
  const taken = new Set(aliases.flatMap(({ at }) => at))
  return [...named, ...termsOfWords(words.filter((_, index) => !taken.has(index)))]
}
