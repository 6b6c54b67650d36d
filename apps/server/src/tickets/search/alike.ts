import { ONE_MISTAKE, typoDistance } from '@podmoga/search/typo'
import type { Db } from '@podmoga/sql/sql'
import type { Term, TypedTerm } from './index.sql.ts'
import { findLikeWords } from './search.sql.ts'

/** Shorter words are a slip of each other too easily. */
const LEAST_LETTERS = 4
const LONG = 8
const LEAST_BEGUN = 3
/** What is nearly as near as the nearest word may be meant too. */
const NEARLY = 4
const MOST_MEANT = 8

/** Tenths of a mistake that somebody may make in a word so long. */
const limitOf = (word: string): number => (word.length < LONG ? ONE_MISTAKE : 2 * ONE_MISTAKE)

/** How far a vocabulary's word, which is a stem, is from a typed one, whose ending may be anything. */
const unavailableOf = (typed: string, stem: string, word: string, limit: number): number => {
  const beginnings = [-1, 0, 1]
    .map((more) => typed.slice(0, word.length + more))
    // The stemmer knows no ending of a word that it does not know, but by chance.
    .filter((begun) => begun.length >= LEAST_BEGUN && begun.length >= stem.length - 1)
  return Math.min(...[stem, ...beginnings].map((begun) => typoDistance(begun, word, limit)))
}

/** Which of the vocabulary's words a mistyped one may mean, the nearest first. */
export const meantOf = (typed: string, stem: string, words: readonly string[]): string[] => {
  const limit = limitOf(typed)
  const near = words
    .map((word) => ({ word, away: unavailableOf(typed, stem, word, limit) }))
    .filter(({ away }) => away <= limit)
    .toSorted((one, other) => one.away - other.away)
  const nearest = near[0]?.away ?? 0
  return near
    .filter(({ away }) => away <= nearest + NEARLY)
    .slice(0, MOST_MEANT)
    .map(({ word }) => word)
}

/** The same terms with the words that may have been meant instead. */
export const alikeTerms = async (
  db: Db,
  business_ids: readonly string[],
  terms: readonly TypedTerm[],
): Promise<Term[]> => {
  const doubted = terms.filter(({ typed }) => typed.length >= LEAST_LETTERS && !/[0-9]/.test(typed))
  if (doubted.length === 0) return []
  const rows = await findLikeWords(db, business_ids, doubted)
  return terms.map((term) => {
    const near = rows.filter(({ typed }) => typed === term.stem).map(({ word }) => word)
    const meant = meantOf(term.typed, term.stem, near)
    return { ...term, words: [...term.words, ...meant], stems: [...term.stems, ...meant] }
  })
}
