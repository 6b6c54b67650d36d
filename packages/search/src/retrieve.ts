import { type Documents, FIELDS } from './documents.ts'
import type { QueryWord } from './understand.ts'
import { weights } from './weights.ts'

/** A material that may answer, with its score against the best possible, 0…1. */
export type Candidate = { slot: number; score: number }

/** A word of the query with its worth: how rare it is among the materials times how much it matters. */
export type WorthyWord = QueryWord & { worth: number }

/** Weighs the words of a query. When nothing but small words was typed, they matter after all. */
export function weighWords(documents: Documents, query: readonly QueryWord[]): WorthyWord[] {
  const words = query.filter((word) => word.readings.length > 0)
  const onlySmall = !words.some((word) => word.importance === 1)
  return words.map((word) => {
    const importance = onlySmall ? 1 : word.importance
    return { ...word, importance, worth: importance * rarityOfWord(documents, word) }
  })
}

/** How much it tells that a material holds a stem. */
export function rarity(documents: Documents, stem: number): number {
  const n = documents.frequency(stem)
  return Math.log(1 + (documents.count - n + 0.5) / (n + 0.5))
}

function rarityOfWord(documents: Documents, word: QueryWord): number {
  let sum = 0
  let total = 0
  for (const reading of word.readings) {
    if (!documents.frequency(reading.stem)) continue
    const weight = reading.weight ** 4
    sum += weight * rarity(documents, reading.stem)
    total += weight
  }
  return total ? sum / total : 0
}

/**
 * BM25F over the postings of every reading. A material is credited with the best reading of each word, so that a
 * word which was understood in five ways does not count five times.
 */
export function retrieve(documents: Documents, words: readonly WorthyWord[]): Candidate[] {
  const slots = documents.slots.length
  const scores = new Float32Array(slots)
  const covered = new Float32Array(slots)
  const own = new Float32Array(slots)
  const ownWeight = new Float32Array(slots)
  let total = 0
  for (const word of words) {
    if (word.worth <= 0) continue
    total += word.worth
    for (const slot of creditWord(documents, word, own, ownWeight)) {
      scores[slot] = (scores[slot] as number) + word.worth * (own[slot] as number)
      covered[slot] = (covered[slot] as number) + word.worth * (ownWeight[slot] as number)
      own[slot] = 0
      ownWeight[slot] = 0
    }
  }
  return bestOf(scores, covered, total)
}

/** Anything scored so far below the best is no candidate, and sorting thousands of them would take the longest. */
const HOPELESS = 0.2

function bestOf(scores: Float32Array, covered: Float32Array, total: number): Candidate[] {
  let best = 0
  for (let slot = 0; slot < scores.length; slot++) {
    if (!scores[slot]) continue
    const coverage = (covered[slot] as number) / total
    const score = ((scores[slot] as number) / total) * coverage ** weights.coverage
    scores[slot] = score
    if (score > best) best = score
  }
  const found: Candidate[] = []
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] as number
    if (score > best * HOPELESS) found.push({ slot, score })
  }
  return found.sort((a, b) => b.score - a.score).slice(0, weights.candidates)
}

/** Fills `own` and `ownWeight` for the materials that hold the word and returns their slots. */
function creditWord(
  documents: Documents,
  word: WorthyWord,
  own: Float32Array,
  ownWeight: Float32Array,
): number[] {
  const { fields, saturation } = weights
  const divisors = documents.lengthDivisors()
  const touched: number[] = []
  for (const { stem, weight } of word.readings) {
    const list = documents.postings[stem]
    if (!list) continue
    // The casts below stand where an index check would cost a third of the search's time.
    for (let i = 0; i < list.length; i += 2) {
      const slot = list[i] as number
      const counts = list[i + 1] as number
      const at = slot * FIELDS
      const tf =
        (fields.title * (counts & 31)) / (divisors[at] as number) +
        (fields.headings * ((counts >>> 5) & 63)) / (divisors[at + 1] as number) +
        (fields.body * ((counts >>> 11) & 511)) / (divisors[at + 2] as number) +
        (fields.place * ((counts >>> 20) & 15)) / (divisors[at + 3] as number) +
        (fields.references * ((counts >>> 24) & 63)) / (divisors[at + 4] as number)
      const credit = (weight * tf) / (saturation + tf)
      if (own[slot] === 0) touched.push(slot)
      if (credit > (own[slot] as number)) own[slot] = credit
      if (weight > (ownWeight[slot] as number)) ownWeight[slot] = weight
    }
  }
  return touched
}
