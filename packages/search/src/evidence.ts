import type { Stored } from './documents.ts'
import type { Lens } from './lens.ts'
import { weights } from './weights.ts'

/** What the close reading of a material tells, each 0…1 unless said otherwise. */
export type Evidence = {
  /** Logarithm of the first pass's score against the best candidate's: 0 and below. */
  retrieval: number
  /** Both: how much of the title the query names, and how much of the query the title holds. */
  titleMatch: number
  titleCovered: number
  /** Share of the query that stands there letter for letter. */
  exactInTitle: number
  exactInBody: number
  /** Words of the query side by side. */
  nearInTitle: number
  nearInBody: number
  /** Share of the query within the first words of the text. */
  lead: number
  /** Whether title and query begin alike: 0 or 1. */
  firstWord: number
  /** Logarithm of the text's length, about 0 for a usual article. */
  length: number
}

const LEAD_WORDS = 40
const USUAL_LENGTH = 5

/**
 * What is known of a candidate before its text is read: of the text it supposes the best, so that {@link weigh} tells
 * the most that the material can come to. `retrieval` is its first-pass score divided by the best one's.
 */
export function promiseOf(material: Stored, lens: Lens, retrieval: number): Evidence {
  return {
    retrieval: Math.log(retrieval),
    ...bestName(material, lens),
    exactInBody: 1,
    nearInBody: 1,
    lead: 1,
    length: Math.log(1 + material.body.length) - USUAL_LENGTH,
  }
}

/** Reads the candidate's text: what was supposed of it becomes what is so. */
export function readBody(evidence: Evidence, { body }: Stored, lens: Lens): void {
  lens.look(body)
  evidence.exactInBody = lens.literalShare()
  evidence.nearInBody = lens.worths.length < 2 ? 1 : lens.nearness()
  evidence.lead = lens.bestStretch(LEAD_WORDS, LEAD_WORDS)
}

type NameEvidence = Pick<
  Evidence,
  'titleMatch' | 'titleCovered' | 'exactInTitle' | 'nearInTitle' | 'firstWord'
>

/** The title, or the asked line that says it better: what people ask is another title of the article. */
function bestName(material: Stored, lens: Lens): NameEvidence {
  let best = readName(material.title, lens)
  let most = worthOf(best)
  for (const line of material.asked) {
    const read = readName(line, lens)
    const worth = worthOf(read) * weights.asked
    if (worth <= most) continue
    most = worth
    best = read
  }
  return best
}

function worthOf(name: NameEvidence): number {
  let sum = 0
  for (const key of NAME_EVIDENCE) sum += weights.evidence[key] * name[key]
  return sum
}

const NAME_EVIDENCE = ['titleMatch', 'titleCovered', 'exactInTitle', 'nearInTitle', 'firstWord'] as const

function readName(words: Uint32Array, lens: Lens): NameEvidence {
  lens.look(words)
  const { found, ...title } = readTitle(words, lens)
  return {
    ...title,
    nearInTitle: lens.worths.length < 2 ? found : lens.nearness(),
    firstWord: lens.partOf(words[0] ?? -1) === 0 ? 1 : 0,
  }
}

function readTitle(title: Uint32Array, lens: Lens) {
  const { worths, total } = lens
  const weightOf = new Float32Array(worths.length)
  let hits = 0
  let rareHits = 0
  let rareAll = 0
  for (const word of title) {
    const rarity = lens.rarity(word)
    rareAll += rarity
    const hit = lens.partOf(word)
    if (hit >= 0) {
      const weight = lens.weightOf(word)
      hits += weight
      rareHits += weight * rarity
      if (weight > (weightOf[hit] as number)) weightOf[hit] = weight
    }
  }
  let found = 0
  for (let part = 0; part < worths.length; part++) {
    found += (worths[part] as number) * (weightOf[part] as number)
  }
  return {
    titleMatch: rareAll ? (rareHits / rareAll) * (found / total) : 0,
    titleCovered: hits / (title.length || 1),
    found: found / total,
    exactInTitle: lens.literalShare(),
  }
}

/** The evidence as one number; only differences between materials of one search mean anything. */
export function weigh(evidence: Evidence): number {
  let sum = 0
  for (const key of EVIDENCE) sum += weights.evidence[key] * evidence[key]
  return sum
}

const EVIDENCE = Object.keys(weights.evidence) as (keyof Evidence)[]
