import type { Documents } from './documents.ts'
import { isUnderstood, type WeightedWord } from './term-weights.ts'
import type { QueryWord } from './understand.ts'
import { weights } from './weights.ts'

/** What certainty is judged by; all of it of the best material and of the content words of the query. */
export type Grounds = {
  /** Logarithm of the worth of the words that the material explains, as if the base had 85 materials, as that of the calibration. */
  explained: number
  /** Share of the few most telling words that it explains, 0…1. */
  telling: number
  /** Logarithm of how many of them its title or an asked line names. */
  named: number
  /** Whether they name all of the query, and how short it is: one for a single word, a half for two. */
  whole: number
  /** How much of the title, or of the asked line that says it best, the query holds, 0…1. */
  titleCovered: number
  /** Logarithm of how far the third material is behind. */
  lead: number
  /** Logarithm of how many materials there are, 0 for those of the calibration: among few something is seldom alike by chance. */
  many: number
}

const TELLING = 4
/** Below this a reading is too doubtful to explain a word by. */
const LEAST = 0.3
/** How rare the word of one material is in a base of so many; smaller bases than four tell nothing of rarity. */
const rarest = (count: number): number => Math.log(1 + (Math.max(4, count) - 0.5) / 1.5)
const USUAL_COUNT = 85
const USUAL = rarest(USUAL_COUNT)
/** Among fewer than these any word they share looks rare: being sent to what is not the same is worse than no certainty. */
const FEWEST = 20
/** The packed counts of title and asked lines; see `documents.ts`. */
const NAMED = 15 | (31 << 25)

/** The best reading of a word that a material holds, and the best that its title or an asked line holds, 0…1. */
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

/** Whether a material holds a word of the query's content; sharing only its small words says nothing. */
export const isAbout = (documents: Documents, words: readonly QueryWord[], slot: number): boolean =>
  words.some((word) => word.importance === 1 && readingsIn(documents, word, slot).held > LEAST)

/**
 * The grounds of the best material at `slot`.
 * @param titleCovered of its evidence
 * @param lead its score less the third one's
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

/** What is searched: articles of a knowledge base; tickets of a business, many about each thing; a restaurant's own open ones. */
export type TextKind = keyof typeof weights.certainty

/** The chance, 0…1, that the answer is among the first three: a logistic curve fitted by `bench/search/curve.ts`. */
export function certaintyOf(grounds: Grounds, kind: TextKind): number {
  const curve = weights.certainty[kind]
  let sum = curve.none
  for (const key of GROUNDS) sum += curve[key] * grounds[key]
  return 1 / (1 + Math.exp(-sum))
}

/** The grounds in the order of a fitted curve. */
export const GROUNDS = ['explained', 'telling', 'named', 'whole', 'titleCovered', 'lead', 'many'] as const
