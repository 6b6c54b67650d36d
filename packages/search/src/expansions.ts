import type { Language } from './language.ts'
import { stem } from './stem.ts'
import { isCyrillic, isLatin } from './tokenize.ts'
import { skeleton, soundKey } from './translit.ts'
import { bitsApart, letterMask, ONE_MISTAKE, typoDistance } from './typo.ts'
import type { Vocabulary } from './vocabulary.ts'
import { weights } from './weights.ts'

/** A possible meaning of a typed word, with its confidence, 0…1. */
export type Expansion = { stem: number; weight: number }

/** All possible meanings of a typed word: weighted stems, and the ids of the words that it most likely stands for. */
export type Meaning = { expansions: Expansion[]; meant: number[] }

const MOST_READINGS = 12
const MOST_COMPLETIONS = 8
const MOST_TYPOS = 10
const RARE = 3

/**
 * Looks up in the vocabulary what a typed word may mean: the word and its forms, the same sound in the other alphabet, a
 * loan word with the same consonants, a completion, a word with the same root, a corrected typo. A word of the language is
 * not treated as a typo.
 * @param as `unfinished`: the user may still be typing it; `named`: a Latin word that is in a synonym, so no guess is needed
 */
export function expandWord(
  vocabulary: Vocabulary,
  language: Language,
  word: string,
  { unfinished, named }: { unfinished: boolean; named: boolean },
): Meaning {
  const found = new Found(vocabulary)
  addForms(found, word)
  const known = found.weights.size > 0
  addSounds(found, word, known)
  if (named && !known) return found.meaning(undefined)
  addLoans(found, word, known || found.weights.size > 0)
  if (unfinished) addCompletions(found, word, known)
  addRelatives(found, word, known)
  const id = vocabulary.wordId(word)
  const rare = id === undefined || (vocabulary.uses[id] ?? 0) < RARE
  if (language.hasWord(word)) return found.meaning(id)
  if (!known) addTypos(found, word, weights.expansion.typo)
  else if (rare && word.length >= 5) addTypos(found, word, weights.expansion.typoOfRare)
  return found.meaning(id)
}

/** Only the word and its forms: enough for function words. */
export function expandFunctionWord(vocabulary: Vocabulary, word: string): Meaning {
  const found = new Found(vocabulary)
  addForms(found, word)
  return found.meaning(vocabulary.wordId(word))
}

class Found {
  readonly weights = new Map<number, number>()
  readonly meant: number[] = []
  readonly vocabulary: Vocabulary

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
  }

  addStem(stemId: number, weight: number): void {
    if (weight > (this.weights.get(stemId) ?? 0)) this.weights.set(stemId, weight)
  }

  addWord(id: number, weight: number): void {
    this.addStem(this.vocabulary.stemOf[id] ?? 0, weight)
  }

  meaning(id: number | undefined): Meaning {
    const expansions = Array.from(this.weights, ([stemId, weight]) => ({ stem: stemId, weight }))
    expansions.sort((a, b) => b.weight - a.weight)
    return { expansions: expansions.slice(0, MOST_READINGS), meant: id === undefined ? this.meant : [id] }
  }
}

function addForms(found: Found, word: string): void {
  const { vocabulary } = found
  const id = vocabulary.wordId(word)
  const stemId = vocabulary.stemId(stem(word))
  if (id !== undefined) found.addWord(id, 1)
  if (stemId !== undefined) found.addStem(stemId, weights.expansion.sameStem)
  if (word.length < 4) return
  for (const other of vocabulary.stemsByNounStem(word)) found.addStem(other, weights.expansion.nounStem)
}

/** Transliteration in both directions: words of the other alphabet with the same sound key. */
function addSounds(found: Found, word: string, known: boolean): void {
  const { vocabulary } = found
  const key = soundKey(word)
  if (key.length < 3) return
  const weight = known ? weights.expansion.soundOfKnown : weights.expansion.sound
  for (const id of vocabulary.wordsBySound(key)) {
    if (isLatin(vocabulary.words[id] ?? '') === isLatin(word)) continue
    found.addWord(id, weight)
    if (known) continue
    found.meant.push(id)
    for (const other of vocabulary.stemsByRoot(vocabulary.stems[vocabulary.stemOf[id] ?? 0] ?? '')) {
      found.addStem(other, weight * weights.expansion.root)
    }
  }
}

/** Loan words: the same consonants in the other alphabet, weighted by the similarity of the whole sound key. */
function addLoans(found: Found, word: string, known: boolean): void {
  if (word.length < 3 || skeleton(word).length < 2) return
  const { vocabulary } = found
  const weight = known ? weights.expansion.skeletonOfKnown : weights.expansion.skeleton
  const key = soundKey(word)
  for (const id of vocabulary.wordsBySkeleton(word)) {
    if (!vocabulary.uses[id]) continue
    const other = vocabulary.soundOf[id] ?? ''
    const apart = typoDistance(key, other, 4 * ONE_MISTAKE) / ONE_MISTAKE / Math.max(key.length, other.length)
    if (apart <= 0.6) found.addWord(id, weight * (1 - apart * 0.6))
  }
}

/** Longer words that start with the word, as typed or transliterated. */
function addCompletions(found: Found, word: string, known: boolean): void {
  if (word.length < 2) return
  const { vocabulary } = found
  const weight = known ? weights.expansion.prefixOfKnown : weights.expansion.prefix
  complete(found, vocabulary.wordsBeginning(word), word.length, weight)
  const key = soundKey(word)
  if (known || !isLatin(word) || word.length < 4 || key.length < 3) return
  const ids = vocabulary.soundsBeginning(key).flatMap((sound) => vocabulary.wordsBySound(sound))
  complete(found, ids, key.length, weights.expansion.soundPrefix)
}

/** Adds the stems of the longer words; common words and those with few missing letters are preferred. */
function complete(found: Found, ids: readonly number[], typed: number, weight: number): void {
  const { stemOf, uses, words } = found.vocabulary
  const usesOfStem = new Map<number, number>()
  for (const id of ids) {
    const missing = Math.max(0, (words[id]?.length ?? 0) - typed - 3)
    const stemId = stemOf[id] ?? 0
    usesOfStem.set(stemId, (usesOfStem.get(stemId) ?? 0) + (uses[id] ?? 0) / (1 + missing * 0.15))
  }
  const ranked = Array.from(usesOfStem).sort((a, b) => b[1] - a[1])
  const most = ranked[0]?.[1] || 1
  for (const [stemId, count] of ranked.slice(0, MOST_COMPLETIONS)) {
    if (count > 0) found.addStem(stemId, weight * (0.6 + 0.4 * Math.sqrt(count / most)))
  }
}

function addRelatives(found: Found, word: string, known: boolean): void {
  if (word.length < 4 || !isCyrillic(word)) return
  const weight = known ? weights.expansion.root : weights.expansion.rootOfUnknown
  for (const other of found.vocabulary.stemsByRoot(stem(word))) found.addStem(other, weight)
}

type Typo = { id: number; cost: number }

/** Words of the vocabulary within one or two typos, the closest and most common first. */
function addTypos(found: Found, word: string, weight: number): void {
  const typos = findTypos(found.vocabulary, word).sort((a, b) => a.cost - b.cost)
  const nearest = typos[0]?.cost ?? 0
  for (const { id, cost } of typos.slice(0, 3)) if (cost < nearest + 0.3) found.meant.push(id)
  for (const { id, cost } of typos.slice(0, MOST_TYPOS))
    found.addWord(id, weight * Math.exp(-weights.mistake * cost))
}

function findTypos(vocabulary: Vocabulary, word: string): Typo[] {
  const short = word.length <= 5
  const allowed = word.length <= 3 ? 0.8 : short ? 1.3 : word.length <= 7 ? 2 : 2.4
  const limit = Math.round(allowed * ONE_MISTAKE)
  const mask = letterMask(word)
  const mostBits = short ? 3 : 5
  const maxDifference = short ? 1 : 2
  const typos: Typo[] = []
  for (let length = word.length - maxDifference; length <= word.length + maxDifference; length++) {
    const bin = vocabulary.bin(isLatin(word), length)
    if (!bin) continue
    for (let i = 0; i < bin.masks.length; i++) {
      if (bitsApart(bin.masks[i] ?? 0, mask) > mostBits) continue
      const id = bin.words[i] ?? 0
      const uses = vocabulary.uses[id] ?? 0
      if (!uses) continue
      const distance = typoDistance(word, vocabulary.words[id] ?? '', limit)
      if (distance <= limit)
        typos.push({ id, cost: distance / ONE_MISTAKE + 0.5 / (1 + Math.log2(1 + uses)) })
    }
  }
  return typos
}
