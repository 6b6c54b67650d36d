import { nounStem } from './stem.ts'
import { cleanText, tokenize } from './tokenize.ts'
import { ONE_MISTAKE, typoDistance } from './typo.ts'

/** A place in the query where an editor's synonym stands: how many words it takes and what else they mean. */
export type Alias = { length: number; others: string[] }

type Entry = { words: string[]; stems: string[]; others: string[] }

const SHORTEST_MISTYPED = 5

/** The editor's lists of words for the same thing (`['айко', 'iiko']`), ready to be found in a query. */
export class Synonyms {
  private readonly byFirstStem = new Map<string, Entry[]>()
  private readonly entries: Entry[] = []

  constructor(groups: readonly (readonly string[])[]) {
    for (const group of groups) {
      const members = group.map((member) => tokenize(cleanText(member)).map((token) => token.word))
      members.forEach((words, i) => {
        if (!words.length) return
        const others = members.filter((_, j) => j !== i).flat()
        const entry = { words, stems: words.map(nounStem), others }
        this.entries.push(entry)
        const first = entry.stems[0] ?? ''
        this.byFirstStem.set(first, [...(this.byFirstStem.get(first) ?? []), entry])
      })
    }
  }

  /** Whether a word begins a synonym, so that it is no nonsense even if no material holds it. */
  knows(word: string): boolean {
    return this.byFirstStem.has(nounStem(word))
  }

  /** The longest synonym that stands at a place of the query, in any form, one typing mistake forgiven. */
  at(words: readonly string[], place: number): Alias | undefined {
    const word = words[place] ?? ''
    const entries = this.byFirstStem.get(nounStem(word)) ?? this.mistyped(word)
    let best: Entry | undefined
    for (const entry of entries) {
      const fits = entry.stems.every((stem, i) => i === 0 || nounStem(words[place + i] ?? '') === stem)
      if (fits && entry.stems.length > (best?.stems.length ?? 0)) best = entry
    }
    if (!best) return undefined
    const { length } = best.words
    const same = entries.filter((entry) => entry.stems.join(' ') === best.stems.join(' '))
    return { length, others: Array.from(new Set(same.flatMap((entry) => entry.others))) }
  }

  private mistyped(word: string): Entry[] {
    if (word.length < SHORTEST_MISTYPED) return []
    return this.entries.filter(({ words }) => typoDistance(word, words[0] ?? '', ONE_MISTAKE) <= ONE_MISTAKE)
  }
}
