import type { Stored } from './documents.ts'
import type { TextMatcher } from './text-matcher.ts'
import { weights } from './weights.ts'

/** Ranking features of a material's text, each 0…1 unless noted. */
export type Evidence = {
  /** Logarithm of the ratio of its first-pass score to the best candidate's: at most 0. */
  retrieval: number
  /** How much of the title the query covers, combined with how much of the query the title covers. */
  titleMatch: number
  titleCovered: number
  /** The share of the query that is found literally. */
  exactInTitle: number
  exactInBody: number
  /** Adjacency of the query's words. */
  nearInTitle: number
  nearInBody: number
  /** The share of the query found in the first words of the text. */
  lead: number
  /** Whether the title starts with the query's first word: 0 or 1. */
  firstWord: number
  /** Logarithm of the text's length, about 0 for an article of usual length. */
  length: number
  /** The share of the query found in a single passage of the text. */
  passage: number
}

const LEAD_WORDS = 40
const USUAL_LENGTH = 5

/**
 * The evidence before a candidate's text is read: assumes the best values for the text, so that {@link weigh} returns an
 * upper bound of its score. `retrieval` is its first-pass score divided by the best one's.
 */
export function promiseOf(material: Stored, matcher: TextMatcher, retrieval: number): Evidence {
  return {
    retrieval: Math.log(retrieval),
    ...bestName(material, matcher),
    exactInBody: 1,
    nearInBody: 1,
    lead: 1,
    passage: 1,
    length: Math.log(1 + material.body.length) - USUAL_LENGTH,
  }
}

/** Reads the candidate's text, and replaces the assumed values with the real ones. */
export function readBody(evidence: Evidence, { body }: Stored, matcher: TextMatcher): void {
  matcher.look(body)
  evidence.exactInBody = matcher.literalShare()
  evidence.nearInBody = matcher.termWeights.length < 2 ? 1 : matcher.nearness()
  evidence.passage = matcher.bestStretch(25)
  evidence.lead = matcher.bestStretch(LEAD_WORDS, LEAD_WORDS)
}

type NameEvidence = Pick<
  Evidence,
  'titleMatch' | 'titleCovered' | 'exactInTitle' | 'nearInTitle' | 'firstWord'
>

/** The evidence of the title or of the best `also_asked` line, which counts as another title. */
function bestName(material: Stored, matcher: TextMatcher): NameEvidence {
  let best = readName(material.title, matcher)
  let most = termWeightOf(best)
  for (const line of material.asked) {
    const read = readName(line, matcher)
    if (read === NOTHING) continue
    const termWeight = termWeightOf(read) * weights.asked
    if (termWeight <= most) continue
    most = termWeight
    best = read
  }
  return best
}

function termWeightOf(name: NameEvidence): number {
  let sum = 0
  for (const key of NAME_EVIDENCE) sum += weights.evidence[key] * name[key]
  return sum
}

const NAME_EVIDENCE = ['titleMatch', 'titleCovered', 'exactInTitle', 'nearInTitle', 'firstWord'] as const

/** The evidence of a title or line without any word of the query: the most common case. */
const NOTHING: NameEvidence = {
  titleMatch: 0,
  titleCovered: 0,
  exactInTitle: 0,
  nearInTitle: 0,
  firstWord: 0,
}

function readName(words: Uint32Array, matcher: TextMatcher): NameEvidence {
  if (matcher.look(words) === 0) return NOTHING
  const { found, ...title } = readTitle(words, matcher)
  return {
    ...title,
    nearInTitle: matcher.termWeights.length < 2 ? found : matcher.nearness(),
    firstWord: matcher.partOf(words[0] ?? -1) === 0 ? 1 : 0,
  }
}

function readTitle(title: Uint32Array, matcher: TextMatcher) {
  const { termWeights, total } = matcher
  const weightOf = new Float32Array(termWeights.length)
  let hits = 0
  let rareHits = 0
  let rareAll = 0
  for (const word of title) {
    const rarity = matcher.rarity(word)
    rareAll += rarity
    const hit = matcher.partOf(word)
    if (hit >= 0) {
      const weight = matcher.weightOf(word)
      hits += weight
      rareHits += weight * rarity
      if (weight > (weightOf[hit] as number)) weightOf[hit] = weight
    }
  }
  let found = 0
  for (let part = 0; part < termWeights.length; part++) {
    found += (termWeights[part] as number) * (weightOf[part] as number)
  }
  return {
    titleMatch: rareAll ? (rareHits / rareAll) * Math.min(1, found / total) : 0,
    titleCovered: hits / (title.length || 1),
    found: Math.min(1, found / total),
    exactInTitle: matcher.literalShare(),
  }
}

/** The evidence as a score; scores are only comparable within one search. */
export function weigh(evidence: Evidence): number {
  let sum = 0
  for (const key of EVIDENCE) sum += weights.evidence[key] * evidence[key]
  return sum
}

const EVIDENCE = Object.keys(weights.evidence) as (keyof Evidence)[]
