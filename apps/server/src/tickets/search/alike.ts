import { ONE_MISTAKE, typoDistance } from '@podmoga/search/typo'
import type { Db } from '@podmoga/sql/sql'
import type { Term, TypedTerm } from './index.sql.ts'
import { findLikeWords } from './search.sql.ts'

/** Shorter words are too easily typos of each other. */
const LEAST_LETTERS = 4
const LONG = 8
const LEAST_BEGUN = 3
/** Words this much farther than the nearest one may be meant too. */
const NEARLY = 4
const MOST_MEANT = 8

/** Allowed typos in a word of this length, in tenths of a mistake. */
const limitOf = (word: string): number => (word.length < LONG ? ONE_MISTAKE : 2 * ONE_MISTAKE)

/** The distance of a vocabulary word, which is a stem, from a typed word with any ending. */
const distanceOf = (typed: string, stem: string, word: string, limit: number): number => {
  const beginnings = [-1, 0, 1]
    .map((more) => typed.slice(0, word.length + more))
    // The stemmer strips endings of unknown words only by chance, so the stem bounds the beginnings from below.
    .filter((begun) => begun.length >= LEAST_BEGUN && begun.length >= stem.length - 1)
  return Math.min(...[stem, ...beginnings].map((begun) => typoDistance(begun, word, limit)))
}

/** The vocabulary words that a mistyped word may mean, nearest first. */
export const meantOf = (typed: string, stem: string, words: readonly string[]): string[] => {
  const limit = limitOf(typed)
  const near = words
    .map((word) => ({ word, distance: distanceOf(typed, stem, word, limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((one, other) => one.distance - other.distance)
  const nearest = near[0]?.distance ?? 0
  return near
    .filter(({ distance }) => distance <= nearest + NEARLY)
    .slice(0, MOST_MEANT)
    .map(({ word }) => word)
}

/** The same terms, with words that may have been meant instead; empty if no term can be a typo. */
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
