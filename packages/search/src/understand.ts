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

/** A phrase: the possible stems of each of its words, all of which should be found. */
export type Phrase = { stems: { stem: number; weight: number }[][] }

/** A typed word with its possible meanings and its importance in the query, 0…1. */
export type QueryWord = Meaning & {
  word: string
  importance: number
  /** The phrases that it means together with its neighbours; the words of a synonym share one array. */
  phrases: Phrase[]
  /** The synonym of the query that it belongs to, if any. */
  alias: Alias | undefined
}

/** A longer query is cut, not rejected. */
export const LONGEST_QUERY = 400
const MOST_WORDS = 48
/** Shorter words have no removable endings. */
const SHORTEST_UZBEK = 5

/**
 * Interprets a typed query: fixes the keyboard layout, looks up the possible meanings of each word in the vocabulary of the
 * indexed materials, adds synonyms, and distinguishes content words from function words.
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

/** Replaces a multi-word synonym with a foreign word by its first Russian name: `kassa yopish` → «закрыть смену». */
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
    if (!at.some((index) => isForeign(asked[index] ?? ''))) continue
    for (const index of rest) words[index] = []
    words[first] = other
  }
  return words.flat()
}

/** The corrected form of a mistyped word, so that multi-word synonyms are found despite typos. */
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

/** Removes Uzbek endings from an unknown word if the rest is a known word. */
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

/** Adds the other names of a synonym to each of its content words; its function words keep their importance. */
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
  const content = alias.at.filter((index) => (understood[index]?.importance ?? 0) >= weights.politeWord)
  for (const index of content.length ? content : alias.at) {
    const own = understood[index]
    if (!own) continue
    const known = new Map(own.expansions.map((expansion) => [expansion.stem, expansion.weight]))
    for (const { stem, weight } of named) {
      const termWeight = weight * weights.expansion.synonym
      if (termWeight > (known.get(stem) ?? 0)) known.set(stem, termWeight)
    }
    const expansions = Array.from(known, ([stem, weight]) => ({ stem, weight }))
    // A polite word keeps its low importance, unless the synonym has several words.
    const importance = alias.at.length > 1 ? 1 : Math.max(own.importance, weights.politeWord)
    understood[index] = { ...own, expansions, phrases, alias, importance }
  }
}
