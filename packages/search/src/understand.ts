import { isFunctionWord, isPoliteWord } from './function-words.ts'
import { guessLayout } from './layout-guess.ts'
import { type Meaning, readFunctionWord, readWord } from './readings.ts'
import type { Synonyms } from './synonyms.ts'
import { cleanText, tokenize } from './tokenize.ts'
import type { Vocabulary } from './vocabulary.ts'
import { weights } from './weights.ts'

/** A typed word, understood: what it may mean, and how much it matters in the query, 0…1. */
export type QueryWord = Meaning & { importance: number }

/** Typed text longer than this is cut, not refused. */
export const LONGEST_QUERY = 200
const MOST_WORDS = 24

/**
 * Understands a query as people type it: turns what was typed on the wrong layout, asks the vocabulary of the
 * indexed materials what each word may mean, adds the editor's synonyms, and tells words of substance from the
 * words around them.
 */
export function understand(vocabulary: Vocabulary, synonyms: Synonyms, query: string): QueryWord[] {
  const text = cleanText(query.slice(0, LONGEST_QUERY))
  const pieces = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const chunks = guessLayout(vocabulary, synonyms, pieces)
  const words = chunks
    .flatMap((chunk) => tokenize(chunk.text).map((token) => token.word))
    .slice(0, MOST_WORDS)
  const typing = chunks.at(-1)?.turned || !/[\s.?!,;:)"»]$/.test(text)
  const understood = words.map((word, i) =>
    understandWord(vocabulary, word, typing && i === words.length - 1),
  )
  addSynonyms(vocabulary, synonyms, words, understood)
  return understood
}

function understandWord(vocabulary: Vocabulary, word: string, unfinished: boolean): QueryWord {
  if (isFunctionWord(word)) {
    return { ...readFunctionWord(vocabulary, word), importance: weights.functionWord }
  }
  const importance = isPoliteWord(word) ? weights.politeWord : 1
  return { ...readWord(vocabulary, word, unfinished), importance }
}

/** Lets the first word of a synonym mean the other names too; the rest of a long one steps back. */
function addSynonyms(
  vocabulary: Vocabulary,
  synonyms: Synonyms,
  words: readonly string[],
  understood: QueryWord[],
): void {
  for (let i = 0; i < words.length; i++) {
    const alias = synonyms.at(words, i)
    const first = understood[i]
    if (!alias || !first) continue
    const added = alias.others.flatMap((other) => readFunctionWord(vocabulary, other).readings)
    const own = first.readings.filter((reading) => !added.some((other) => other.stem === reading.stem))
    const named = added.map(({ stem, weight }) => ({ stem, weight: weight * weights.reading.synonym }))
    understood[i] = { ...first, readings: [...own, ...named], importance: 1 }
    if (!added.length) continue
    for (let k = i + 1; k < i + alias.length; k++) {
      const next = understood[k]
      if (next) understood[k] = { ...next, importance: weights.politeWord }
    }
    i += alias.length - 1
  }
}
