import type { Documents } from './documents.ts'
import { emptyScores, scoreWord } from './term-scores.ts'
import { fullWeightOf, isUnderstood, type WeightedWord } from './term-weights.ts'
import { weights } from './weights.ts'

/** A candidate, with its score relative to the maximum possible, 0…1. */
export type Candidate = { slot: number; score: number }

/**
 * BM25F over the postings of every reading. Only the best reading of each word counts for a material, so that a word with
 * five readings does not count five times.
 */
export function retrieve(documents: Documents, words: readonly WeightedWord[]): Candidate[] {
  const slots = documents.slots.length
  const scores = documents.scratch.float('scores', slots)
  const covered = documents.scratch.float('covered', slots)
  const termScores = emptyScores(documents, 'word')
  const understood = words.filter((word) => word.termWeight > 0 && isUnderstood(word))
  const total = fullWeightOf(understood.map(({ termWeight }) => termWeight)) || 1
  for (const word of understood) {
    // Function words are in nearly every text: they have no effect here, and the longest posting lists.
    if (word.termWeight < total * weights.negligible) continue
    for (const slot of scoreWord(documents, word, termScores)) {
      scores[slot] = (scores[slot] as number) + word.termWeight * (termScores.own[slot] as number)
      covered[slot] = (covered[slot] as number) + word.termWeight * (termScores.weight[slot] as number)
      termScores.own[slot] = 0
      termScores.weight[slot] = 0
    }
  }
  for (const slot of documents.outSlots()) scores[slot] = 0
  return bestOf(scores, covered, total)
}

/** Materials below this share of the best score are dropped: sorting thousands of them would dominate the search time. */
const HOPELESS = 0.2

function bestOf(scores: Float32Array, covered: Float32Array, total: number) {
  const scoreOf = (slot: number): number =>
    ((scores[slot] as number) / total) * Math.min(1, (covered[slot] as number) / total) ** weights.coverage
  let richest = 0
  for (let slot = 1; slot < scores.length; slot++)
    if ((scores[slot] as number) > (scores[richest] as number)) richest = slot
  let best = scores[richest] ? scoreOf(richest) : 0
  const found: number[] = []
  for (let slot = 0; slot < scores.length; slot++) {
    // Coverage can only lower a score and its power is expensive, so filter before computing it.
    if (!scores[slot] || (scores[slot] as number) / total <= best * HOPELESS) continue
    const score = scoreOf(slot)
    scores[slot] = score
    found.push(slot)
    if (score > best) best = score
  }
  const stepOf = (slot: number): number => Math.floor(((scores[slot] as number) / best) * STEPS)
  const least = leastStep(found.map(stepOf))
  return found
    .filter((slot) => (scores[slot] as number) > best * HOPELESS && stepOf(slot) >= least)
    .map((slot) => ({ slot, score: scores[slot] as number }))
    .sort((a, b) => b.score - a.score)
    .slice(0, weights.candidates)
}

/** The number of buckets for scores before sorting. */
const STEPS = 512

/** The bucket of the last candidate that is kept: counting by bucket is cheaper than sorting all scores. */
function leastStep(steps: readonly number[]): number {
  const counts = new Uint32Array(STEPS + 1)
  for (const step of steps) counts[step] = (counts[step] as number) + 1
  let least = STEPS
  let above = counts[least] as number
  while (above < weights.candidates && least > 0) above += counts[--least] as number
  return least
}
