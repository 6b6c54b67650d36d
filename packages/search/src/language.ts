import { weights } from './weights.ts'

/** General data about a language, independent of the materials. */
export type Language = {
  /** The relative frequency of a stem in the language, 0…1; 0 if unknown. */
  share(stemmed: string): number
  /** Whether this form of a folded word exists in the language: then it is not a typo. */
  hasWord(word: string): boolean
}

/** No data: the rarity of words depends only on the materials. */
export const NO_LANGUAGE: Language = { share: () => 0, hasWord: () => false }

/**
 * The specificity of a stem, 0…1: a word found in every third everyday text says little, even if few materials contain it.
 * In 85 articles «хочет» is as rare as «инкассация».
 */
export function specificityOf(share: number): number {
  if (!share) return 1
  const { texts, words } = weights.background
  const textsWith = texts * (1 - Math.exp(-share * words))
  return Math.log(1 + texts / (textsWith + 0.5)) / Math.log(1 + texts / 0.5)
}
