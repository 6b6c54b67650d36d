import type { Documents } from './documents.ts'
import { weights } from './weights.ts'
import { rarity, type WorthyWord } from './worth.ts'

/**
 * A query made ready for reading texts word by word. Its parts are the content words in typed order; small words
 * are left out, so that «возврат на карту» and «возврат карту» read the same.
 */
export class Lens {
  /** The worth of each part. */
  readonly worths: number[]
  readonly total: number
  /** By stem: the part it answers plus one, or 0, and how surely. Flat, as every word of every candidate asks. */
  private readonly partOfStem: Uint8Array
  private readonly weightOfStem: Float32Array
  private readonly exact = new Map<number, number>()
  private readonly documents: Documents

  constructor(documents: Documents, words: readonly WorthyWord[]) {
    this.documents = documents
    this.partOfStem = new Uint8Array(documents.vocabulary.stems.length)
    this.weightOfStem = new Float32Array(documents.vocabulary.stems.length)
    const content = words.filter(
      (word) => word.importance === 1 && (word.readings.length > 0 || word.phrases.length > 0),
    )
    const partOfAlias = new Map<object, number>()
    this.worths = []
    for (const word of content) {
      const part = (word.alias && partOfAlias.get(word.alias)) ?? this.worths.length
      if (word.alias) partOfAlias.set(word.alias, part)
      this.worths[part] = (this.worths[part] ?? 0) + word.worth
    }
    this.total = this.worths.reduce((a, b) => a + b, 0) || 1
    let next = 0
    for (const word of content) {
      const part = (word.alias && partOfAlias.get(word.alias)) ?? next
      if (part === next) next++
      this.learn(word, part)
    }
  }

  /** The words of a synonym are one part together: each of them answers its own share, another name the whole. */
  private learn(word: WorthyWord, part: number): void {
    const share = Math.sqrt(word.worth / (this.worths[part] || 1))
    for (const id of word.meant) if (!this.exact.has(id)) this.exact.set(id, part)
    for (const { stem, weight } of word.readings) this.learnStem(stem, weight * share, part)
    for (const { stems } of word.phrases) {
      const weight = weights.reading.synonym / Math.sqrt(stems.length)
      for (const readings of stems) for (const { stem } of readings) this.learnStem(stem, weight, part)
    }
  }

  private learnStem(stem: number, weight: number, part: number): void {
    if (weight <= (this.weightOfStem[stem] ?? 0)) return
    this.partOfStem[stem] = part + 1
    this.weightOfStem[stem] = weight
  }

  /** Which part of the query a word (by number) answers; -1 when none. */
  partOf(word: number): number {
    return (this.partOfStem[this.documents.vocabulary.stemOf[word] ?? -1] ?? 0) - 1
  }

  /** How surely a word answers its part, 0…1. */
  weightOf(word: number): number {
    return this.weightOfStem[this.documents.vocabulary.stemOf[word] ?? -1] ?? 0
  }

  /** The share of the query (by worth, 0…1) that stands in a text letter for letter. */
  literalShare(words: Uint32Array): number {
    const seen = new Uint8Array(this.worths.length)
    let sum = 0
    for (const word of words) {
      const part = this.exact.get(word)
      if (part === undefined || seen[part]) continue
      seen[part] = 1
      sum += this.worths[part] as number
    }
    return sum / this.total
  }

  /** How much a word of a text tells about the text, whether it is a hit or not. */
  rarity(word: number): number {
    return rarity(this.documents, this.documents.vocabulary.stemOf[word] as number)
  }

  /** The share of the query (by worth, 0…1) in the best stretch of at most `size` words. */
  bestStretch(words: Uint32Array, size: number): number {
    const { worths } = this
    const lastAt = new Int32Array(worths.length).fill(-size - 1)
    const lastWeight = new Float32Array(worths.length)
    let best = 0
    for (let i = 0; i < words.length; i++) {
      const hit = this.partOf(words[i] as number)
      if (hit < 0) continue
      lastAt[hit] = i
      lastWeight[hit] = this.weightOf(words[i] as number)
      let sum = 0
      for (let part = 0; part < worths.length; part++) {
        if (i - (lastAt[part] as number) < size)
          sum += (worths[part] as number) * (lastWeight[part] as number)
      }
      if (sum > best) best = sum
    }
    return best / this.total
  }

  /** The share of the query's neighbouring pairs (0…1) that stand side by side; half for a turned pair. */
  nearness(words: Uint32Array): number {
    const { worths } = this
    const seen = new Float32Array(worths.length)
    let last = -1
    let lastAt = 0
    for (let i = 0; i < words.length; i++) {
      const part = this.partOf(words[i] as number)
      if (part < 0) continue
      if (last >= 0 && i - lastAt <= 2) {
        if (part === last + 1) seen[last] = 1
        else if (part === last - 1) seen[part] = Math.max(seen[part] as number, 0.5)
      }
      last = part
      lastAt = i
    }
    let sum = 0
    let all = 0
    for (let part = 0; part + 1 < worths.length; part++) {
      const pair = (worths[part] as number) + (worths[part + 1] as number)
      all += pair
      sum += pair * (seen[part] as number)
    }
    return all ? sum / all : 0
  }
}
