import { type Documents, FIELDS } from './documents.ts'
import type { Phrase } from './understand.ts'
import { weights } from './weights.ts'
import { rarity, type WorthyWord } from './worth.ts'

/** By slot, what one word of the query earns a material: its BM25F share, and how surely it is meant. */
export type Credit = {
  own: Float32Array
  weight: Float32Array
  /** The same for one word of a phrase, all zeros between two of them; made when the first phrase asks. */
  part?: Credit
}

/** The credit before anything is earned. */
export function emptyCredit(slots: number): Credit {
  return { own: new Float32Array(slots), weight: new Float32Array(slots) }
}

/** Fills the credit of the materials that hold the word, in the best of its meanings, and returns their slots. */
export function creditWord(documents: Documents, word: WorthyWord, credit: Credit): number[] {
  const touched: number[] = []
  for (const { stem, weight } of word.readings) creditStem(documents, stem, weight, credit, touched)
  for (const phrase of word.phrases) creditPhrase(documents, phrase, credit, touched)
  return touched
}

function creditStem(
  documents: Documents,
  stem: number,
  weight: number,
  { own, weight: sure }: Credit,
  touched: number[],
): void {
  const { fields, saturation } = weights
  const list = documents.postings[stem]
  if (!list) return
  const divisors = documents.lengthDivisors()
  // The casts below stand where an index check would cost a third of the search's time.
  for (let i = 0; i < list.length; i += 2) {
    const slot = list[i] as number
    const counts = list[i + 1] as number
    const at = slot * FIELDS
    const tf =
      (fields.title * (counts & 15)) / (divisors[at] as number) +
      (fields.headings * ((counts >>> 4) & 31)) / (divisors[at + 1] as number) +
      (fields.body * ((counts >>> 9) & 255)) / (divisors[at + 2] as number) +
      (fields.place * ((counts >>> 17) & 7)) / (divisors[at + 3] as number) +
      (fields.references * ((counts >>> 20) & 31)) / (divisors[at + 4] as number) +
      (fields.asked * ((counts >>> 25) & 31)) / (divisors[at + 5] as number)
    const earned = (weight * tf) / (saturation + tf)
    if (own[slot] === 0) touched.push(slot)
    if (earned > (own[slot] as number)) own[slot] = earned
    if (weight > (sure[slot] as number)) sure[slot] = weight
  }
}

/** A phrase is worth as much as the rarity of those of its words that are there, and much less when one is missing. */
function creditPhrase(documents: Documents, { stems }: Phrase, credit: Credit, touched: number[]): void {
  const rarities = stems.map((readings) => Math.max(...readings.map(({ stem }) => rarity(documents, stem))))
  const total = rarities.reduce((a, b) => a + b, 0) || 1
  const sums = new Map<number, [own: number, weight: number]>()
  credit.part ??= emptyCredit(documents.slots.length)
  const one = credit.part
  stems.forEach((readings, i) => {
    const share = (rarities[i] ?? 0) / total
    const held: number[] = []
    for (const { stem, weight } of readings) creditStem(documents, stem, weight, one, held)
    for (const slot of held) {
      const [own, weight] = sums.get(slot) ?? [0, 0]
      sums.set(slot, [own + share * (one.own[slot] ?? 0), weight + share * (one.weight[slot] ?? 0)])
      one.own[slot] = 0
      one.weight[slot] = 0
    }
  })
  for (const [slot, [own, weight]] of sums) {
    const whole = weight ** weights.phrase * weights.reading.synonym
    if (credit.own[slot] === 0) touched.push(slot)
    credit.own[slot] = Math.max(credit.own[slot] ?? 0, own * whole)
    credit.weight[slot] = Math.max(credit.weight[slot] ?? 0, weight * whole)
  }
}
