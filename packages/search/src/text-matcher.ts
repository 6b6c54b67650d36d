import type { Documents } from './documents.ts'
import { fullWeightOf, rarity, type WeightedWord } from './term-weights.ts'
import { weights } from './weights.ts'

/** The bit offset, in a mark, of the part that a word matches literally; the lower bits have the part that its stem matches. */
const EXACT = 8
const PART = 0xff

/**
 * A query prepared for matching texts word by word. Its parts are the content words in typed order; function words are left
 * out, so that «возврат на карту» and «возврат карту» match the same.
 *
 * {@link look} selects a text and scans its words once; the other methods then refer to that text and scan only its hits.
 */
export class TextMatcher {
  /** The weight of each part. */
  readonly termWeights: number[]
  readonly total: number
  /** By word: the matched part plus one, or 0, and the same for a literal match. A flat array, as it is read for every word. */
  private readonly marks: Uint16Array
  private readonly weightOfStem: Float32Array
  private readonly documents: Documents
  /** The current text, and the positions of its hits: the first `count` of `positions`. */
  private words: Uint32Array = NO_WORDS
  private positions = new Uint32Array(512)
  private count = 0

  constructor(documents: Documents, words: readonly WeightedWord[]) {
    this.documents = documents
    this.marks = documents.scratch.mark('marks', documents.vocabulary.words.length)
    this.weightOfStem = documents.scratch.float('weight of stem', documents.vocabulary.stems.length)
    const content = words.filter(
      (word) => word.importance === 1 && (word.expansions.length > 0 || word.phrases.length > 0),
    )
    const partOfAlias = new Map<object, number>()
    this.termWeights = []
    for (const word of content) {
      const part = (word.alias && partOfAlias.get(word.alias)) ?? this.termWeights.length
      if (word.alias) partOfAlias.set(word.alias, part)
      this.termWeights[part] = (this.termWeights[part] ?? 0) + word.termWeight
    }
    this.total = fullWeightOf(this.termWeights) || 1
    let next = 0
    for (const word of content) {
      const part = (word.alias && partOfAlias.get(word.alias)) ?? next
      if (part === next) next++
      this.learn(word, part)
    }
  }

  /** The words of a synonym form one part: each word matches its share of it, another name the whole. */
  private learn(word: WeightedWord, part: number): void {
    const share = Math.sqrt(word.termWeight / (this.termWeights[part] || 1))
    for (const id of word.meant) {
      const mark = this.marks[id] ?? 0
      if (mark >>> EXACT === 0) this.marks[id] = mark | ((part + 1) << EXACT)
    }
    for (const { stem, weight } of word.expansions) this.learnStem(stem, weight * share, part)
    for (const { stems } of word.phrases) {
      const weight = weights.expansion.synonym / Math.sqrt(stems.length)
      for (const expansions of stems) for (const { stem } of expansions) this.learnStem(stem, weight, part)
    }
  }

  private learnStem(stem: number, weight: number, part: number): void {
    if (weight <= (this.weightOfStem[stem] ?? 0)) return
    this.weightOfStem[stem] = weight
    for (const id of this.documents.vocabulary.wordsOfStem[stem] ?? [])
      this.marks[id] = ((this.marks[id] ?? 0) & ~PART) | (part + 1)
  }

  /** The part of the query that a word (by id) matches; -1 if none. */
  partOf(word: number): number {
    return ((this.marks[word] ?? 0) & PART) - 1
  }

  /** The confidence with which a word matches its part, 0…1. */
  weightOf(word: number): number {
    return this.weightOfStem[this.documents.vocabulary.stemOf[word] ?? -1] ?? 0
  }

  /** The rarity of a word of a text, hit or not. */
  rarity(word: number): number {
    return rarity(this.documents, this.documents.vocabulary.stemOf[word] as number)
  }

  /** Selects a text, and returns its number of hits. */
  look(words: Uint32Array): number {
    const { marks } = this
    if (this.positions.length < words.length) this.positions = new Uint32Array(2 * words.length)
    const { positions } = this
    let count = 0
    for (let at = 0; at < words.length; at++) if (marks[words[at] as number] !== 0) positions[count++] = at
    this.words = words
    this.count = count
    return count
  }

  /** The share of the query (by weight, 0…1) that is in the text literally. */
  literalShare(): number {
    const { marks, words, positions, termWeights } = this
    const seen = new Uint8Array(termWeights.length)
    let sum = 0
    for (let i = 0; i < this.count; i++) {
      const part = ((marks[words[positions[i] as number] as number] as number) >>> EXACT) - 1
      if (part < 0 || seen[part] === 1) continue
      seen[part] = 1
      sum += termWeights[part] as number
    }
    return Math.min(1, sum / this.total)
  }

  /** The share of the query (by weight, 0…1) in the best window of at most `size` words among the first `within`. */
  bestStretch(size: number, within = this.words.length): number {
    const { words, positions, termWeights } = this
    if (this.count === 0 || (positions[0] as number) >= within) return 0
    const lastAt = new Int32Array(termWeights.length).fill(-size - 1)
    const lastWeight = new Float32Array(termWeights.length)
    let best = 0
    for (let i = 0; i < this.count; i++) {
      const at = positions[i] as number
      if (at >= within) break
      const word = words[at] as number
      const hit = this.partOf(word)
      if (hit < 0) continue
      lastAt[hit] = at
      lastWeight[hit] = this.weightOf(word)
      let sum = 0
      for (let part = 0; part < termWeights.length; part++) {
        if (at - (lastAt[part] as number) < size)
          sum += (termWeights[part] as number) * (lastWeight[part] as number)
      }
      if (sum > best) best = sum
    }
    return Math.min(1, best / this.total)
  }

  /** The share (0…1) of the query's adjacent pairs that are adjacent in the text; half for a reversed pair. */
  nearness(): number {
    if (this.count < 2) return 0
    const { words, positions, termWeights } = this
    const seen = new Float32Array(termWeights.length)
    let last = -1
    let lastAt = 0
    for (let i = 0; i < this.count; i++) {
      const at = positions[i] as number
      const part = this.partOf(words[at] as number)
      if (part < 0) continue
      if (last >= 0 && at - lastAt <= 2) {
        if (part === last + 1) seen[last] = 1
        else if (part === last - 1) seen[part] = Math.max(seen[part] as number, 0.5)
      }
      last = part
      lastAt = at
    }
    let sum = 0
    let all = 0
    for (let part = 0; part + 1 < termWeights.length; part++) {
      const pair = (termWeights[part] as number) + (termWeights[part + 1] as number)
      all += pair
      sum += pair * (seen[part] as number)
    }
    return all ? sum / all : 0
  }
}

const NO_WORDS = new Uint32Array()
