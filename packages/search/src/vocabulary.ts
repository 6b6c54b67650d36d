import { type Language, NO_LANGUAGE, specificityOf } from './language.ts'
import { rootOf } from './root.ts'
import { nounStem, stem } from './stem.ts'
import { isCyrillic, isLatin } from './tokenize.ts'
import { skeleton, soundKey } from './translit.ts'
import { letterMask } from './typo.ts'

/** Words of one script and length, with their letter masks in a parallel array for fast scanning. */
type Bin = { words: number[]; masks: number[] }

/**
 * All words of the indexed materials with ids, and the keys for looking them up. Words and stems have separate ids: postings
 * are by stem, typos are matched against words.
 */
export class Vocabulary {
  readonly words: string[] = []
  /** Stem id, by word id. */
  readonly stemOf: number[] = []
  /** Sound key, by word id. */
  readonly soundOf: string[] = []
  /** The number of materials with a word, by word id; 0 once the last one is removed. */
  readonly uses: number[] = []
  readonly stems: string[] = []
  /** Word ids, by stem id. */
  readonly wordsOfStem: number[][] = []
  /** The result of `specificityOf`, 0…1, by stem id. */
  readonly specificity: number[] = []

  private readonly wordIds = new Map<string, number>()
  private readonly stemIds = new Map<string, number>()
  private readonly byNounStem = new Map<string, number[]>()
  private readonly byRoot = new Map<string, number[]>()
  private readonly bySound = new Map<string, number[]>()
  private readonly bySkeleton = new Map<string, number[]>()
  /** By the first two letters, and by the first three. */
  private readonly byBeginning = new Map<string, number[]>()
  private readonly bySoundBeginning = new Map<string, string[]>()
  private readonly bins = new Map<number, Bin>()

  private readonly language: Language

  constructor(language: Language = NO_LANGUAGE) {
    this.language = language
  }

  /** Returns the id of a word; adds it if it is new. */
  learn(slice: string): number {
    const known = this.wordIds.get(slice)
    if (known !== undefined) return known
    const word = ownCopy(slice)
    const id = this.words.length
    this.words.push(word)
    this.uses.push(0)
    this.wordIds.set(word, id)
    const stemId = this.learnStem(stem(word))
    this.stemOf.push(stemId)
    this.wordsOfStem[stemId]?.push(id)
    addOnce(this.byNounStem, nounStem(word), stemId)
    add(this.byBeginning, word.slice(0, 2), id)
    if (word.length >= 3) add(this.byBeginning, word.slice(0, 3), id)
    const key = soundKey(word)
    this.soundOf.push(key)
    const latin = isLatin(word)
    if (latin || isCyrillic(word)) {
      this.learnSound(key, id)
      if (word.length >= 3) add(this.bySkeleton, (latin ? 'l' : 'c') + skeleton(word), id)
      const bin = this.binOf(latin, word.length)
      bin.words.push(id)
      bin.masks.push(letterMask(word))
    }
    return id
  }

  private learnStem(stemmed: string): number {
    const known = this.stemIds.get(stemmed)
    if (known !== undefined) return known
    const id = this.stems.length
    this.stems.push(stemmed)
    this.wordsOfStem.push([])
    this.specificity.push(specificityOf(this.language.share(stemmed)))
    this.stemIds.set(stemmed, id)
    if (isCyrillic(stemmed)) add(this.byRoot, rootOf(stemmed), id)
    return id
  }

  private learnSound(key: string, id: number): void {
    if (!this.bySound.has(key)) {
      const beginning = key.slice(0, 3)
      const keys = this.bySoundBeginning.get(beginning)
      if (keys) keys.push(key)
      else this.bySoundBeginning.set(beginning, [key])
    }
    add(this.bySound, key, id)
  }

  private binOf(latin: boolean, length: number): Bin {
    const at = latin ? length : 100 + length
    const bin = this.bins.get(at)
    if (bin) return bin
    const created: Bin = { words: [], masks: [] }
    this.bins.set(at, created)
    return created
  }

  /** The id of a word that is in use, or undefined. */
  wordId(word: string): number | undefined {
    const id = this.wordIds.get(word)
    return id !== undefined && (this.uses[id] ?? 0) > 0 ? id : undefined
  }

  stemId(stemmed: string): number | undefined {
    return this.stemIds.get(stemmed)
  }

  /** Stems of words with the same noun stem. */
  stemsByNounStem(word: string): readonly number[] {
    return this.byNounStem.get(nounStem(word)) ?? NONE
  }

  /** Stems of the same derivational family. */
  stemsByRoot(stemmed: string): readonly number[] {
    return this.byRoot.get(rootOf(stemmed)) ?? NONE
  }

  /** Words with the sound key, in either alphabet. */
  wordsBySound(key: string): readonly number[] {
    return this.bySound.get(key) ?? NONE
  }

  /** Sound keys that start with the given letters; at least three. */
  soundsBeginning(key: string): string[] {
    const keys = this.bySoundBeginning.get(key.slice(0, 3))
    return keys ? keys.filter((other) => other.startsWith(key)) : []
  }

  /** Words of the other alphabet with the same consonants. */
  wordsBySkeleton(word: string): readonly number[] {
    return this.bySkeleton.get((isLatin(word) ? 'c' : 'l') + skeleton(word)) ?? NONE
  }

  /** Words that start with the given letters; at least two. */
  wordsBeginning(beginning: string): number[] {
    return this.nearBeginning(beginning).filter((id) => this.begins(id, beginning))
  }

  /** Whether any word starts with the given letters; at least two. */
  hasBeginning(beginning: string): boolean {
    return this.nearBeginning(beginning).some((id) => this.begins(id, beginning))
  }

  private nearBeginning(beginning: string): readonly number[] {
    return this.byBeginning.get(beginning.slice(0, 3)) ?? NONE
  }

  private begins(id: number, beginning: string): boolean {
    return (this.uses[id] ?? 0) > 0 && (this.words[id]?.startsWith(beginning) ?? false)
  }

  /** The bin of words of one script and length. */
  bin(latin: boolean, length: number): Bin | undefined {
    return this.bins.get(latin ? length : 100 + length)
  }
}

const NONE: readonly number[] = []

/** Copies a slice: a slice keeps its whole source text in memory, and the vocabulary outlives the texts. */
function ownCopy(slice: string): string {
  return slice.split('').join('')
}

function add(map: Map<string, number[]>, key: string, id: number): void {
  const ids = map.get(key)
  if (ids) ids.push(id)
  else map.set(key, [id])
}

function addOnce(map: Map<string, number[]>, key: string, id: number): void {
  const ids = map.get(key)
  if (!ids) map.set(key, [id])
  else if (!ids.includes(id)) ids.push(id)
}
