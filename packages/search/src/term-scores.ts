import { type Documents, FIELDS } from './documents.ts'
import { rarity, type WeightedWord } from './term-weights.ts'
import type { Phrase } from './understand.ts'
import { weights } from './weights.ts'

/** By slot, the scores of one query word: its BM25F value, and the confidence of the matched reading. */
export type TermScores = {
  own: Float32Array
  weight: Float32Array
  /** Buffers for a phrase and for one of its words, zeroed between phrases; created for the first phrase. */
  parts?: { one: TermScores; all: TermScores }
}

/** Zeroed scores; `of` distinguishes the buffers of one search. */
export function emptyScores({ scratch, slots }: Documents, of: string): TermScores {
  return {
    own: scratch.float(`${of} own`, slots.length),
    weight: scratch.float(`${of} weight`, slots.length),
  }
}

/** Sets the scores of the materials that contain the word, by its best reading, and returns their slots. */
export function scoreWord(documents: Documents, word: WeightedWord, termScores: TermScores): number[] {
  const touched: number[] = []
  for (const { stem, weight } of word.expansions) {
    const own = weights.general
      ? Math.min(1, rarity(documents, stem) / (word.rare || 1)) ** weights.general
      : 1
    scoreStem(documents, stem, weight * own, termScores, touched)
  }
  for (const phrase of word.phrases) scorePhrase(documents, phrase, termScores, touched)
  return touched
}

const BODY_ONLY = 255 << 9

function scoreStem(
  documents: Documents,
  stem: number,
  weight: number,
  { own, weight: sure }: TermScores,
  touched: number[],
): void {
  const { fields, saturation } = weights
  const list = documents.postings[stem]
  if (!list) return
  const divisors = documents.lengthDivisors()
  // Casts instead of index checks, which would take a third of the search time.
  for (let i = 0; i < list.length; i += 2) {
    const slot = list[i] as number
    const counts = list[i + 1] as number
    const at = slot * FIELDS
    let tf = (fields.body * ((counts >>> 9) & 255)) / (divisors[at + 2] as number)
    // Five of six postings have the word only in the body, and divisions are the main cost here.
    if ((counts & BODY_ONLY) !== counts)
      tf =
        (fields.title * (counts & 15)) / (divisors[at] as number) +
        (fields.headings * ((counts >>> 4) & 31)) / (divisors[at + 1] as number) +
        tf +
        (fields.place * ((counts >>> 17) & 7)) / (divisors[at + 3] as number) +
        (fields.references * ((counts >>> 20) & 31)) / (divisors[at + 4] as number) +
        (fields.asked * ((counts >>> 25) & 31)) / (divisors[at + 5] as number)
    const earned = (weight * tf) / (saturation + tf)
    if (own[slot] === 0) touched.push(slot)
    if (earned > (own[slot] as number)) own[slot] = earned
    if (weight > (sure[slot] as number)) sure[slot] = weight
  }
}

/** Scores a phrase by the rarity of its words that are found; much lower if one is missing. */
function scorePhrase(
  documents: Documents,
  { stems }: Phrase,
  termScores: TermScores,
  touched: number[],
): void {
  const rarities = stems.map((expansions) =>
    Math.max(...expansions.map(({ stem }) => rarity(documents, stem))),
  )
  const total = rarities.reduce((a, b) => a + b, 0) || 1
  termScores.parts ??= { one: emptyScores(documents, 'part'), all: emptyScores(documents, 'phrase') }
  const { one } = termScores.parts
  const { own, weight: sure } = termScores.parts.all
  const held: number[] = []
  stems.forEach((expansions, i) => {
    const share = (rarities[i] ?? 0) / total
    const touchedByOne: number[] = []
    for (const { stem, weight } of expansions) scoreStem(documents, stem, weight, one, touchedByOne)
    for (const slot of touchedByOne) {
      if (own[slot] === 0) held.push(slot)
      own[slot] = (own[slot] as number) + share * (one.own[slot] as number)
      sure[slot] = (sure[slot] as number) + share * (one.weight[slot] as number)
      one.own[slot] = 0
      one.weight[slot] = 0
    }
  })
  for (const slot of held) {
    const whole = (sure[slot] as number) ** weights.phrase * weights.expansion.synonym
    if (termScores.own[slot] === 0) touched.push(slot)
    termScores.own[slot] = Math.max(termScores.own[slot] as number, (own[slot] as number) * whole)
    termScores.weight[slot] = Math.max(termScores.weight[slot] as number, (sure[slot] as number) * whole)
    own[slot] = 0
    sure[slot] = 0
  }
}
