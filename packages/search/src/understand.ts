import { expandFunctionWord, expandWord, type Meaning } from './expansions.ts'
import { isFunctionWord, isPoliteWord } from './function-words.ts'
import type { Language } from './language.ts'
import { guessLayout } from './layout-guess.ts'
import type { Alias, Synonyms } from './synonyms.ts'
import { cleanText, tokenize } from './tokenize.ts'
import type { Vocabulary } from './vocabulary.ts'
import { weights } from './weights.ts'

/** Several words that mean one thing together: the stems of each, all of which should be there. */
export type Phrase = { stems: { stem: number; weight: number }[][] }

/** A typed word, understood: what it may mean, and how much it matters in the query, 0…1. */
export type QueryWord = Meaning & {
  word: string
  importance: number
  /** What it means together with its neighbours; words of one synonym share one list. */
  phrases: Phrase[]
  /** Which synonym of the query it belongs to; undefined when to none. */
  alias: Alias | undefined
}

/** Typed text longer than this is cut, not refused. */
export const LONGEST_QUERY = 200
const MOST_WORDS = 24

/**
 * Understands a query as people type it: turns what was typed on the wrong layout, asks the vocabulary of the
 * indexed materials what each word may mean, adds synonyms, and tells words of substance from the words around them.
 */
export function understand(
  vocabulary: Vocabulary,
  synonyms: Synonyms,
  language: Language,
  query: string,
): QueryWord[] {
  const text = cleanText(query.slice(0, LONGEST_QUERY))
  const pieces = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const chunks = guessLayout(vocabulary, synonyms, pieces)
  const words = chunks
    .flatMap((chunk) => tokenize(chunk.text).map((token) => token.word))
    .slice(0, MOST_WORDS)
  const typing = chunks.at(-1)?.turned || !/[\s.?!,;:)"»]$/.test(text)
  const understood = words.map((word, i) =>
    understandWord(vocabulary, language, word, typing && i === words.length - 1),
  )
  for (const alias of synonyms.find(words)) addSynonym(vocabulary, alias, understood)
  return understood
}

function understandWord(
  vocabulary: Vocabulary,
  language: Language,
  word: string,
  unfinished: boolean,
): QueryWord {
  const alone = { word, phrases: [], alias: undefined }
  if (isFunctionWord(word)) {
    return { ...expandFunctionWord(vocabulary, word), ...alone, importance: weights.functionWord }
  }
  const importance = isPoliteWord(word) ? weights.politeWord : 1
  return { ...expandWord(vocabulary, language, word, unfinished), ...alone, importance }
}

/** Lets the words of a synonym mean the other names too, each of them; its small words stay small. */
function addSynonym(vocabulary: Vocabulary, alias: Alias, understood: QueryWord[]): void {
  const named: Meaning['expansions'] = []
  const phrases: Phrase[] = []
  for (const other of alias.others) {
    const words = other.filter((word) => !isFunctionWord(word))
    const stems = (words.length ? words : other).map(
      (word) => expandFunctionWord(vocabulary, word).expansions,
    )
    if (stems.length === 1) named.push(...(stems[0] ?? []))
    else if (stems.every((expansions) => expansions.length > 0)) phrases.push({ stems })
  }
  const content = alias.at.filter((place) => (understood[place]?.importance ?? 0) >= weights.politeWord)
  for (const place of content.length ? content : alias.at) {
    const own = understood[place]
    if (!own) continue
    const known = new Map(own.expansions.map((expansion) => [expansion.stem, expansion.weight]))
    for (const { stem, weight } of named) {
      const termWeight = weight * weights.expansion.synonym
      if (termWeight > (known.get(stem) ?? 0)) known.set(stem, termWeight)
    }
    const expansions = Array.from(known, ([stem, weight]) => ({ stem, weight }))
    understood[place] = { ...own, expansions, phrases, alias, importance: 1 }
  }
}
