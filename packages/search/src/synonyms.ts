import { isFunctionWord } from './function-words.ts'
import type { Language } from './language.ts'
import { memoize } from './memoize.ts'
import { nounStem, stem } from './stem.ts'
import { cleanText, tokenize } from './tokenize.ts'
import { bitsApart, letterMask, ONE_MISTAKE, typoDistance } from './typo.ts'
import { plainUzbek, uzbekVerbKey } from './uzbek.ts'

/**
 * A group of synonyms: a query with one of `words` means the others too. `means` are one-way: a query with one of `words`
 * also finds them, but not the reverse; for example the cause of a symptom, or the general term for a brand.
 */
export type SynonymGroup = { words: readonly string[]; means?: readonly string[] }

/** A synonym found in the query: the indexes of its words, and the other names that they mean. */
export type Alias = { at: number[]; others: string[][] }

/** The two stems of a word: a match of either is enough. */
type Keys = readonly [string, string]

type Entry = { words: string[]; keys: Keys[]; others: string[][] }

/** The two stems as numbers, 0 if in no synonym: faster to compare, as a query is compared with hundreds of synonyms. */
type Numbers = readonly [number, number]

type Numbered = { entry: Entry; numbers: Numbers[] }

/** The ending of the dictionary form of a verb. */
const UZBEK_VERB = /(?:ish|ash|иш|аш)$/
const SHORTEST_MISTYPED = 5
/** The maximum difference of letter masks: one typo changes at most two letters. */
const MOST_BITS = 3
/** The maximum number of other words between the words of a synonym. */
const LOOSE = 2

/** Compiled groups of synonyms, for lookup in a query. */
export class Synonyms {
  private readonly numberOf = new Map<string, number>()
  /** Entries by stem number. */
  private readonly byStem: Numbered[][] = [[]]
  /** Single-word entries, for typo matching. */
  private readonly single: (Entry & { length: number; mask: number })[] = []
  /** Uzbek verbs of synonyms, by the key shared by all their forms. */
  private readonly uzbekVerbs = new Map<string, string>()
  private readonly language: Language

  constructor(groups: readonly (readonly string[] | SynonymGroup)[], language: Language) {
    this.language = language
    for (const group of groups) {
      const entries = compiled.get(group) ?? entriesOf(group)
      compiled.set(group, entries)
      for (const entry of entries) this.add(entry)
    }
  }

  private add(entry: Entry): void {
    const [word = ''] = entry.words
    if (entry.words.length === 1) {
      this.single.push({ ...entry, length: word.length, mask: letterMask(word) })
      const key = UZBEK_VERB.test(word) && !this.language.hasWord(word) ? uzbekVerbKey(word) : undefined
      if (key !== undefined && !this.uzbekVerbs.has(key)) this.uzbekVerbs.set(key, word)
    }
    const numbers = entry.keys.map(([one, other]): Numbers => [this.number(one), this.number(other)])
    for (const stem of new Set(numbers.flat())) this.byStem[stem]?.push({ entry, numbers })
  }

  private number(stem: string): number {
    const known = this.numberOf.get(stem)
    if (known !== undefined) return known
    const number = this.byStem.push([]) - 1
    this.numberOf.set(stem, number)
    return number
  }

  /** Whether a word is part of a synonym, so that it counts as known even if no material contains it. */
  knows(word: string): boolean {
    return !isFunctionWord(word) && keysOf(word).some((key) => this.numberOf.has(key))
  }

  /** The Uzbek verb of a synonym of which the word is a form; undefined if none. */
  uzbekVerbOf(word: string): string | undefined {
    const key = uzbekVerbKey(word)
    return key === undefined ? undefined : this.uzbekVerbs.get(key)
  }

  /**
   * Finds the synonyms in a query: in any form and word order, with up to two other words between, and with one typo in
   * single-word synonyms. Longer synonyms have priority.
   */
  find(query: readonly string[]): Alias[] {
    const found = this.standingIn(query)
    found.sort((a, b) => b.at.length - a.at.length)
    const taken = new Set<number>()
    const aliases = new Map<string, Alias>()
    for (const { entry, at } of found) {
      const key = at.join()
      const same = aliases.get(key)
      if (same) same.others.push(...entry.others)
      else if (!at.some((index) => taken.has(index))) {
        aliases.set(key, { at, others: [...entry.others] })
        for (const index of at) taken.add(index)
      }
    }
    query.forEach((word, index) => {
      if (taken.has(index)) return
      const others = this.mistyped(word)
      if (others.length) aliases.set(String(index), { at: [index], others })
    })
    return Array.from(aliases.values())
  }

  /** All synonyms whose words are together in the query, each once, with the indexes of the words. */
  private standingIn(query: readonly string[]): { entry: Entry; at: number[] }[] {
    const keys = query.map(keysOf)
    const numbers = keys.map(
      ([one, other]): Numbers => [this.numberOf.get(one) ?? 0, this.numberOf.get(other) ?? 0],
    )
    const found: { entry: Entry; at: number[] }[] = []
    const seen = new Set<Entry>()
    numbers.forEach(([first, second], index) => {
      const isSmall = isFunctionWord(query[index] ?? '')
      for (const key of first === second ? [first] : [first, second])
        for (const { entry, numbers: wanted } of this.byStem[key] ?? []) {
          if (wanted.length === 1 && (isSmall || !isAlike(entry.keys[0], keys[index]))) continue
          const at = wanted.length === 1 ? [index] : positionsOf(wanted, numbers, index)
          if (!at || seen.has(entry)) continue
          seen.add(entry)
          found.push({ entry, at })
        }
    })
    return found
  }

  private mistyped(word: string): string[][] {
    if (word.length < SHORTEST_MISTYPED || isFunctionWord(word) || this.language.hasWord(word)) return []
    const mask = letterMask(word)
    return this.single
      .filter((entry) => entry.length >= SHORTEST_MISTYPED - 1 && bitsApart(entry.mask, mask) <= MOST_BITS)
      .filter(({ words: [own = ''] }) => typoDistance(word, own, ONE_MISTAKE) <= ONE_MISTAKE)
      .flatMap(({ words, others }) => [words, ...others])
  }
}

/** Compiled once per group: a new list is built at every change of a knowledge base, mostly from the same groups. */
const compiled = new WeakMap<object, readonly Entry[]>()

function entriesOf(group: readonly string[] | SynonymGroup): Entry[] {
  const { words, means = [] }: SynonymGroup = 'words' in group ? group : { words: group }
  const members = words.map(wordsOf).filter((member) => member.length > 0)
  const targets = means.map(wordsOf).filter((member) => member.length > 0)
  return members.map((member, i) => {
    const others = [...members.filter((_, j) => j !== i), ...targets]
    return { words: member, keys: member.map(keysOf), others }
  })
}

/** The keys that match a word in any form. */
export const keysOf = memoize((word): Keys => [stem(word), nounStem(word)])

/** Stems of this length are ambiguous: only the noun stem is compared. */
const SHORT_STEM = 3

/** Whether two words match: by noun stem, or by a stem long enough not to be equal by chance. */
function isAlike(one: Keys | undefined, other: Keys | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return one[1] === other[1] || (one[0] === other[0] && one[0].length > SHORT_STEM)
}

function wordsOf(text: string): string[] {
  return tokenize(plainUzbek(cleanText(text))).map((token) => token.word)
}

/** The indexes of a synonym's words near `index`, in any order; undefined if not all are found. */
function positionsOf(
  wanted: readonly Numbers[],
  query: readonly Numbers[],
  index: number,
): number[] | undefined {
  const at: number[] = []
  const from = Math.max(0, index - wanted.length - LOOSE + 1)
  const to = Math.min(query.length, index + wanted.length + LOOSE)
  for (const [first, second] of wanted) {
    let found = from
    for (; found < to; found++) {
      const [one, other] = query[found] as Numbers
      if ((one === first || other === second) && !at.includes(found)) break
    }
    if (found === to) return undefined
    at.push(found)
  }
  return Math.max(...at) - Math.min(...at) < wanted.length + LOOSE ? at.sort((a, b) => a - b) : undefined
}
