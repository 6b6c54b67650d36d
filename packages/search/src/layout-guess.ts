import { isFunctionWord } from './function-words.ts'
import { asEnglishKeys, asRussianKeys } from './layout.ts'
import { stem } from './stem.ts'
import type { Synonyms } from './synonyms.ts'
import { isCyrillic, isLatin, tokenize } from './tokenize.ts'
import { soundKey } from './translit.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A piece of the query between spaces, in the intended layout. */
export type Chunk = { text: string; turned: boolean }

/**
 * Corrects pieces of a query that were typed with the wrong keyboard layout. A piece is converted if the converted form
 * matches the materials better. Short and ambiguous pieces follow the rest of the query, so that «d» in a converted sentence
 * is «в», and «Excel» in the same sentence stays.
 * @param pieces cleaned by `cleanText`
 */
export function guessLayout(vocabulary: Vocabulary, synonyms: Synonyms, pieces: readonly string[]): Chunk[] {
  const gains = pieces.map((piece) => {
    return knownShare(vocabulary, synonyms, otherLayout(piece)) - knownShare(vocabulary, synonyms, piece)
  })
  const vote = gains.reduce((sum, gain, i) => sum + ((pieces[i]?.length ?? 0) >= 3 ? gain : 0), 0)
  const lean = vote > 0.5 ? 0.35 : vote < 0 ? -0.5 : -0.1
  return pieces.map((piece, i) => {
    const turnable = /[a-zа-яё]/i.test(piece) || /^[[\];',.`]$/.test(piece)
    const turned = turnable && (gains[i] ?? 0) + (piece.length < 3 ? lean * 3 : lean) > 0
    return { text: turned ? otherLayout(piece) : piece, turned }
  })
}

function otherLayout(piece: string): string {
  const lower = piece.toLowerCase()
  return /[а-яё]/.test(lower) ? asEnglishKeys(lower) : asRussianKeys(lower)
}

/** How well the words of a piece match the materials, 0…1. */
function knownShare(vocabulary: Vocabulary, synonyms: Synonyms, piece: string): number {
  let known = 0
  let letters = 0
  for (const { word } of tokenize(piece)) {
    const whole = isFunctionWord(word) || synonyms.knows(word)
    letters += word.length
    known += word.length * (whole ? 1 : plausibility(vocabulary, word))
  }
  return letters ? known / letters : 0
}

function plausibility(vocabulary: Vocabulary, word: string): number {
  const id = vocabulary.wordId(word)
  if (id !== undefined) return (vocabulary.uses[id] ?? 0) > 1 ? 1 : 0.8
  if (vocabulary.stemId(stem(word)) !== undefined) return 0.8
  if (word.length >= 3 && vocabulary.hasBeginning(word)) return 0.5
  if (isLatin(word) && word.length >= 4 && vocabulary.wordsBySound(soundKey(word)).length > 0) return 0.8
  if (isCyrillic(word)) return readsAsRussian(word) ? 0.2 : 0
  return /[aeiouy]/.test(word) && !/[^aeiouy]{4}/.test(word) ? 0.1 : 0
}

function readsAsRussian(word: string): boolean {
  return /[аеиоуыэюя]/.test(word) && !/[аеиоуыэюя]{4}|[^аеиоуыэюя]{5}|^[ьъы]/.test(word)
}
