import { weights } from './weights.ts'

/** What the search knows of a language beside the materials. */
export type Language = {
  /** The share of a stem among all words that people say, 0…1; 0 for one that nobody counts. */
  share(stemmed: string): number
  /** Whether a folded word, in this very form, belongs to the language: then it is no typing mistake. */
  hasWord(word: string): boolean
}

/** Knows nothing: every word is as rare as it is among the materials. */
export const NO_LANGUAGE: Language = { share: () => 0, hasWord: () => false }

/**
 * How loud a stem is in a query, 0…1: a word that stands in every third everyday text says little, however few of the
 * materials hold it. Among 85 articles «хочет» is as rare as «инкассация».
 */
export function loudnessOf(share: number): number {
  if (!share) return 1
  const { texts, words } = weights.background
  const said = texts * (1 - Math.exp(-share * words))
  return Math.log(1 + texts / (said + 0.5)) / Math.log(1 + texts / 0.5)
}
