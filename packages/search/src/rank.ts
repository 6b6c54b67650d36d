import { type Grounds, groundsOf } from './certainty.ts'
import type { Documents, Stored } from './documents.ts'
import { promiseOf, readBody, weigh } from './evidence.ts'
import { retrieve } from './retrieve.ts'
import { weighWords } from './term-weights.ts'
import { TextMatcher } from './text-matcher.ts'
import type { QueryWord } from './understand.ts'
import { weights } from './weights.ts'

/** A material found for a query. Scores are only comparable within one search. */
export type Ranked = { material: Stored; slot: number; score: number; titleCovered: number }

/** The ranked materials, and the certainty features of the first; absent without materials. */
export type Ranking = { ranked: Ranked[]; grounds?: Grounds }

/**
 * Finds and ranks materials for a query: BM25F selects candidates, then the best of them are scored by their texts (title
 * match, proximity of words) and by references from related articles.
 */
export function rank(documents: Documents, query: readonly QueryWord[], limit: number): Ranking {
  const words = weighWords(documents, query)
  const candidates = retrieve(documents, words)
  const top = candidates[0]?.score
  if (top === undefined) return { ranked: [] }
  const matcher = new TextMatcher(documents, words)
  const found = candidates.flatMap((candidate) => {
    const material = documents.slots[candidate.slot]
    return material ? [{ ...candidate, material }] : []
  })
  const gains = neighbourhood(
    found.map(({ material }) => material),
    matcher,
  )
  // At least three, as the certainty needs the score difference to the third.
  const kept = Math.max(limit, 3)
  const first = new Float64Array(kept).fill(Number.NEGATIVE_INFINITY)
  const ranked: Ranked[] = []
  found.forEach(({ material, slot, score }, i) => {
    const gain = gains[i] ?? 0
    const evidence = promiseOf(material, matcher, score / top)
    // Skip a candidate whose upper bound is below the best scores: reading texts is the expensive part.
    if (weigh(evidence) + gain + ROUNDING < (first[kept - 1] ?? 0)) return
    readBody(evidence, material, matcher)
    const whole = weigh(evidence) + gain
    keepBest(first, whole)
    ranked.push({ material, slot, score: whole, titleCovered: evidence.titleCovered })
  })
  ranked.sort((a, b) => b.score - a.score)
  const [best, , third] = ranked
  if (!best) return { ranked: [] }
  const lead = best.score - (third?.score ?? 0)
  return { ranked: ranked.slice(0, limit), grounds: groundsOf(documents, words, { ...best, lead }) }
}

/** Larger than the rounding error of a sum of a dozen terms. */
const ROUNDING = 1e-6

/** Inserts a score into the list of best scores, in descending order, if it is high enough. */
function keepBest(scores: Float64Array, score: number): void {
  let at = scores.length - 1
  if (!(score > (scores[at] as number))) return
  for (; at > 0 && (scores[at - 1] as number) < score; at--) scores[at] = scores[at - 1] as number
  scores[at] = score
}

/**
 * If articles refer to another article titled like the query («см. также: …»), that article is usually in the same section
 * and subcategory: articles there get a bonus, the referring ones do not. Returns the bonus of each material.
 */
function neighbourhood(materials: readonly Stored[], matcher: TextMatcher): number[] {
  const { termWeights } = matcher
  const votes = materials.map(({ references }) => {
    matcher.look(references)
    const named = matcher.bestStretch(termWeights.length + 2) ** 4
    return termWeights.length > 1 ? named : named / 2
  })
  if (!votes.some((vote) => vote > 0)) return votes
  const bySection = new Map<string, number>()
  const bySubcategory = new Map<string, number>()
  let all = 0.5
  materials.forEach((material, i) => {
    const vote = votes[i] ?? 0
    all += vote
    bySection.set(material.section, (bySection.get(material.section) ?? 0) + vote)
    bySubcategory.set(material.subcategory, (bySubcategory.get(material.subcategory) ?? 0) + vote)
  })
  return materials.map((material, i) => {
    const own = votes[i] ?? 0
    const section = (bySection.get(material.section) ?? 0) - own
    const subcategory = (bySubcategory.get(material.subcategory) ?? 0) - own
    return (weights.neighbourhood.section * section + weights.neighbourhood.subcategory * subcategory) / all
  })
}
