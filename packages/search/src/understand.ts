import { expandFunctionWord, expandWord, type Meaning } from './expansions.ts'
import { isFunctionWord, isPoliteWord } from './function-words.ts'
import type { Language } from './language.ts'
import { guessLayout } from './layout-guess.ts'
import type { Alias, Synonyms } from './synonyms.ts'
import { cleanText, isCyrillic, isLatin, tokenize } from './tokenize.ts'
import { soundKey, withoutLookalikes } from './translit.ts'
import { inOneAlphabet, plainUzbek, uzbekBases } from './uzbek.ts'
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
export const LONGEST_QUERY = 400
const MOST_WORDS = 48
/** Shorter words have no endings to take off. */
const SHORTEST_UZBEK = 5

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
  const typed = plainUzbek(cleanText(query.slice(0, LONGEST_QUERY)))
  const text = withoutLookalikes(
    typed,
    (word) => language.hasWord(word) || vocabulary.wordId(word) !== undefined,
  )
  const pieces = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const chunks = guessLayout(vocabulary, synonyms, pieces)
  const asked = chunks
    .flatMap((chunk) =>
      tokenize(chunk.text).map(({ word }) => withoutUzbek(vocabulary, synonyms, language, word)),
    )
    .slice(0, MOST_WORDS)
  const words = inRussian(vocabulary, synonyms, language, asked)
  const isTyping = chunks.at(-1)?.turned || !/[\s.?!,;:)"»]$/.test(text)
  const understood = words.map((word, i) =>
    understandWord(vocabulary, language, word, {
      unfinished: isTyping && i === words.length - 1,
      named: isLatin(word) && synonyms.knows(word),
    }),
  )
  const meant = words.map((word, i) =>
    synonyms.knows(word) ? word : meantBy(vocabulary, language, word, understood[i]),
  )
  for (const alias of synonyms.find(meant)) addSynonym(vocabulary, alias, understood)
  return understood
}

/** A name in several words, one of which neither Russian nor a material has, as its first other name: `kassa yopish` is «закрыть смену». */
function inRussian(
  vocabulary: Vocabulary,
  synonyms: Synonyms,
  language: Language,
  asked: string[],
): string[] {
  const isForeign = (word: string): boolean =>
    synonyms.knows(word) && !language.hasWord(word) && vocabulary.wordId(word) === undefined
  if (asked.length < 2 || !asked.some(isForeign)) return asked
  const words: (string | string[])[] = [...asked]
  for (const { at, others } of synonyms.find(asked)) {
    const [first, ...rest] = at
    const other = others.find((name) => name.every((word) => isFunctionWord(word) || language.hasWord(word)))
    if (first === undefined || rest.length === 0 || other === undefined) continue
    if (!at.some((place) => isForeign(asked[place] ?? ''))) continue
    for (const place of rest) words[place] = []
    words[first] = other
  }
  return words.flat()
}

/** The word that a mistyped one stands for, so that a synonym of several words is met through a mistake too. */
function meantBy(
  vocabulary: Vocabulary,
  language: Language,
  word: string,
  understood: QueryWord | undefined,
): string {
  const [first] = understood?.meant ?? []
  if (first === undefined || word.length < SHORTEST_UZBEK || !isCyrillic(word) || language.hasWord(word))
    return word
  return vocabulary.words[first] ?? word
}

/** A word that nobody knows as it stands, without the Uzbek endings with which somebody does. */
function withoutUzbek(vocabulary: Vocabulary, synonyms: Synonyms, language: Language, typed: string): string {
  const word = inOneAlphabet(typed)
  const isKnown = (base: string, shortest: number) =>
    synonyms.knows(base) ||
    vocabulary.wordId(base) !== undefined ||
    (base.length >= shortest && isLatin(base) && vocabulary.wordsBySound(soundKey(base)).length > 0)
  if (word.length < SHORTEST_UZBEK || isFunctionWord(word) || isPoliteWord(word)) return word
  if (language.hasWord(word) || isKnown(word, 0)) return word
  return uzbekBases(word).find((base) => isKnown(base, 4)) ?? synonyms.uzbekVerbOf(word) ?? word
}

function understandWord(
  vocabulary: Vocabulary,
  language: Language,
  word: string,
  as: { unfinished: boolean; named: boolean },
): QueryWord {
  const alone = { word, phrases: [], alias: undefined }
  if (isFunctionWord(word)) {
    return { ...expandFunctionWord(vocabulary, word), ...alone, importance: weights.functionWord }
  }
  const importance = isPoliteWord(word) ? weights.politeWord : 1
  return { ...expandWord(vocabulary, language, word, as), ...alone, importance }
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
    // A word of the question's frame stays one, unless it makes a name together with others.
    const importance = alias.at.length > 1 ? 1 : Math.max(own.importance, weights.politeWord)
    understood[place] = { ...own, expansions, phrases, alias, importance }
  }
}
