import { creditWord, emptyCredit } from './credit.ts'
import type { Documents } from './documents.ts'
import { weights } from './weights.ts'
import { isUnderstood, type WorthyWord } from './worth.ts'

/** A material that may answer, with its score against the best possible, and how surely it answers, both 0…1. */
export type Candidate = { slot: number; score: number; sureness: number }

/**
 * BM25F over the postings of every reading. A material is credited with the best reading of each word, so that a
 * word which was understood in five ways does not count five times.
 */
export function retrieve(documents: Documents, words: readonly WorthyWord[]): Candidate[] {
  const slots = documents.slots.length
  const scores = new Float32Array(slots)
  const covered = new Float32Array(slots)
  const credit = emptyCredit(slots)
  let total = 0
  let unknown = 0
  for (const word of words) {
    if (word.worth <= 0) continue
    if (!isUnderstood(word)) {
      unknown += word.worth
      continue
    }
    total += word.worth
    for (const slot of creditWord(documents, word, credit)) {
      scores[slot] = (scores[slot] as number) + word.worth * (credit.own[slot] as number)
      covered[slot] = (covered[slot] as number) + word.worth * (credit.weight[slot] as number)
      credit.own[slot] = 0
      credit.weight[slot] = 0
    }
  }
  const asked = total + unknown || 1
  return bestOf(scores, covered, total).map((found) => ({
    ...found,
    sureness: (covered[found.slot] as number) / asked,
  }))
}

/** Anything scored so far below the best is no candidate, and sorting thousands of them would take the longest. */
const HOPELESS = 0.2

function bestOf(scores: Float32Array, covered: Float32Array, total: number) {
  let best = 0
  for (let slot = 0; slot < scores.length; slot++) {
    if (!scores[slot]) continue
    const earned = (scores[slot] as number) / total
    // Coverage takes away only, and its power is what costs: the hopeless are told before it.
    if (earned <= best * HOPELESS) {
      scores[slot] = 0
      continue
    }
    const score = earned * ((covered[slot] as number) / total) ** weights.coverage
    scores[slot] = score
    if (score > best) best = score
  }
  const found: { slot: number; score: number }[] = []
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] as number
    if (score > best * HOPELESS) found.push({ slot, score })
  }
  return found.sort((a, b) => b.score - a.score).slice(0, weights.candidates)
}
