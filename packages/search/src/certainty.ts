import type { Documents } from './documents.ts'
import { isUnderstood, type WeightedWord } from './term-weights.ts'
import type { QueryWord } from './understand.ts'
import { weights } from './weights.ts'

/** The features from which certainty is computed, all for the best material and the content words of the query. */
export type Grounds = {
  /** Logarithm of the weight of the words that the material matches, scaled to the calibration's base of 85 materials. */
  explained: number
  /** The share of the few words with the highest weight that it matches, 0…1. */
  telling: number
  /** Logarithm of the number of words that its title or an `also_asked` line contains. */
  named: number
  /** If these contain all words of the query: 1 for a single word, 1/2 for two words, and so on; otherwise 0. */
  whole: number
  /** The share of the title, or of the best `also_asked` line, that the query covers, 0…1. */
  titleCovered: number
  /** Logarithm of the score difference to the third material. */
  lead: number
  /** Logarithm of the number of materials, 0 for the calibration's: among few, a chance similarity is rare. */
  many: number
}

const TELLING = 4
/** A reading with a lower weight is too uncertain to count as a match. */
const LEAST = 0.3
/** The rarity of a word that only one material has, by the number of materials; at least four are needed to estimate rarity. */
const rarest = (count: number): number => Math.log(1 + (Math.max(4, count) - 0.5) / 1.5)
const USUAL_COUNT = 85
const USUAL = rarest(USUAL_COUNT)
/** With fewer materials any shared word looks rare, and a false match is worse than no certainty. */
const FEWEST = 20
/** A mask of the packed counts of title and `also_asked`; see `documents.ts`. */
const NAMED = 15 | (31 << 25)

/** The weight of a word's best reading in a material, and of the best one in its title or an `also_asked` line, 0…1. */
function readingsIn(documents: Documents, word: QueryWord, slot: number): { held: number; name: number } {
  let held = 0
  let name = 0
  const credit = (weight: number, counts: number) => {
    if (counts && weight > held) held = weight
    if (counts & NAMED && weight > name) name = weight
  }
  for (const { stem, weight } of word.expansions) credit(weight, documents.countsOf(stem, slot))
  for (const { stems } of word.phrases) {
    const counts = stems.map((readings) =>
      readings.reduce((all, { stem }) => all | documents.countsOf(stem, slot), 0),
    )
    const share = (of: number[]) =>
      weights.expansion.synonym * (of.filter(Boolean).length / stems.length) ** weights.phrase
    held = Math.max(held, share(counts))
    name = Math.max(name, share(counts.map((one) => one & NAMED)))
  }
  return { held, name }
}

/** Whether a material contains a content word of the query; shared function words mean nothing. */
export const isAbout = (documents: Documents, words: readonly QueryWord[], slot: number): boolean =>
  words.some((word) => word.importance === 1 && readingsIn(documents, word, slot).held > LEAST)

/**
 * Computes the features of the best material at `slot`.
 * @param titleCovered from its evidence
 * @param lead its score minus the third material's
 */
export function groundsOf(
  documents: Documents,
  words: readonly WeightedWord[],
  best: { slot: number; titleCovered: number; lead: number },
): Grounds {
  const read = words
    .filter((word) => word.importance === 1)
    .map((word) => ({
      worth: word.termWeight,
      ...(isUnderstood(word) ? readingsIn(documents, word, best.slot) : { held: 0, name: 0 }),
    }))
    .sort((a, b) => b.worth - a.worth)
  const sum = (of: typeof read) => of.reduce((all, { worth, held }) => all + worth * held, 0)
  const telling = read.slice(0, TELLING)
  return {
    explained: Math.log1p((sum(read) * USUAL) / rarest(documents.count)),
    telling: sum(telling) / (telling.reduce((all, { worth }) => all + worth, 0) || 1),
    named: Math.log1p(read.filter(({ name }) => name > LEAST).length),
    whole: read.every(({ name }) => name > LEAST) ? 1 / (read.length || 1) : 0,
    titleCovered: best.titleCovered,
    lead: Math.log1p(2 * Math.max(0, best.lead)),
    many: Math.log(Math.max(FEWEST, documents.count) / USUAL_COUNT),
  }
}

/** What is searched: articles; a business's tickets, with many about the same problem; or a restaurant's own open tickets. */
export type TextKind = keyof typeof weights.certainty

/** The probability, 0…1, that the answer is among the first three: a logistic regression fitted by `bench/search/curve.ts`. */
export function certaintyOf(grounds: Grounds, kind: TextKind): number {
  const curve = weights.certainty[kind]
  let sum = curve.none
  for (const key of GROUNDS) sum += curve[key] * grounds[key]
  return 1 / (1 + Math.exp(-sum))
}

/** The features in the order of a fitted curve. */
export const GROUNDS = ['explained', 'telling', 'named', 'whole', 'titleCovered', 'lead', 'many'] as const
