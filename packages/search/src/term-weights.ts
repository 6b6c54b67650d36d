import type { Documents } from './documents.ts'
import { specificityOf } from './language.ts'
import { stem } from './stem.ts'
import type { QueryWord } from './understand.ts'
import { weights } from './weights.ts'

/** A query word with its weight: its rarity among the materials times its importance. */
export type WeightedWord = QueryWord & { termWeight: number; rare: number }

/** Computes the weights of a query's words. If the query has only function words, they get full importance. */
export function weighWords(documents: Documents, query: readonly QueryWord[]): WeightedWord[] {
  const onlySmall = !query.some((word) => word.importance === 1 && isUnderstood(word))
  return query.map((word) => {
    const importance = onlySmall && isUnderstood(word) ? 1 : word.importance
    const rare = rarityOfWord(documents, word)
    return { ...word, importance, rare, termWeight: importance * rare }
  })
}

/** Whether any reading of a word is found in the materials. */
export const isUnderstood = (word: QueryWord): boolean =>
  word.expansions.length > 0 || word.phrases.length > 0

/** The rarity (IDF) of a stem: low if many materials contain it, or if it is common in the language. */
export function rarity(documents: Documents, stemId: number): number {
  const kept = documents.keptRarities()
  const ready = kept[stemId] ?? Number.NaN
  if (!Number.isNaN(ready)) return ready
  const { specificity } = documents.vocabulary
  const rare = rarityAmong(documents, documents.frequency(stemId), specificity[stemId] ?? 1)
  kept[stemId] = rare
  return rare
}

/** The more materials there are, the less the language's general frequencies count. */
function rarityAmong({ count }: Documents, n: number, specificity: number): number {
  const { texts } = weights.background
  return Math.log(1 + (count - n + 0.5) / (n + 0.5)) * specificity ** (texts / (texts + count))
}

function rarityOfWord(documents: Documents, word: QueryWord): number {
  let sum = 0
  let total = 0
  const add = (stemId: number, weight: number) => {
    if (!documents.frequency(stemId)) return
    sum += weight ** 4 * rarity(documents, stemId)
    total += weight ** 4
  }
  for (const { stem: stemId, weight } of word.expansions) add(stemId, weight)
  if (!total) {
    for (const { stems } of word.phrases)
      for (const expansions of stems)
        for (const expansion of expansions) add(expansion.stem, expansion.weight)
  }
  return total
    ? sum / total
    : rarityAmong(documents, 0, specificityOf(documents.language.share(stem(word.word))))
}

/** The total weight of the words with the highest weights: this counts as the full weight of the query. */
export function fullWeightOf(termWeights: readonly number[]): number {
  if (termWeights.length <= weights.telling) return termWeights.reduce((a, b) => a + b, 0)
  return termWeights
    .toSorted((a, b) => b - a)
    .slice(0, weights.telling)
    .reduce((a, b) => a + b, 0)
}
