import { type Beginnings, eachWord, lastWordEnd, nextWord, type Token } from './tokenize.ts'

/** How long a snippet may be, in letters, without its marks. */
export const SNIPPET_LENGTH = 160

/** A snippet is looked for in so many letters of an article: several screens, read in well under a millisecond. */
const LONGEST_READ = 10_000

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text made safe to stand in HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)
}

/** What is marked: the worth of a word of the text (0 when it is no hit), and how all hits begin. */
export type Hits = { termWeightOf: (word: string) => number; beginnings?: Beginnings }

type Hit = Token & { termWeight: number }

/**
 * The piece of a text that answers best, about {@link SNIPPET_LENGTH} letters from the beginning of a sentence: hits in
 * `<mark>`, everything else escaped, «…» where the text goes on. Without a better one it is the first sentence.
 */
export function snippetOf(whole: string, { termWeightOf, beginnings }: Hits): string {
  const text = whole.slice(0, LONGEST_READ)
  const hits: Hit[] = []
  eachWord(
    text,
    (word, start, end) => {
      const termWeight = termWeightOf(word)
      if (termWeight > 0) hits.push({ word, start, end, termWeight })
    },
    beginnings,
  )
  const start = bestStart(text, hits)
  const end = endOf(text, start)
  let html = ''
  let at = start
  for (const hit of hits) {
    if (hit.start < start || hit.end > end) continue
    html += `${plain(text.slice(at, hit.start))}<mark>${plain(text.slice(hit.start, hit.end))}</mark>`
    at = hit.end
  }
  return html + plain(text.slice(at, end)) + (end < whole.length ? '…' : '')
}

/** White space that is not one blank: most pieces have none, and need no copy. */
const ODD_SPACE = /[^\S ]|\s\s/

function plain(text: string): string {
  return escapeHtml(ODD_SPACE.test(text) ? text.replace(/\s+/g, ' ') : text)
}

/** Where the sentence begins from which the different hits within reach are worth most together. */
function bestStart(text: string, hits: readonly Hit[]): number {
  let best = nextWord(text, 0)
  let bestWeight = 0
  let last = -1
  hits.forEach((hit, i) => {
    const start = sentenceStart(text, hit.start)
    if (start === undefined || start === last) return
    last = start
    const limit = start + SNIPPET_LENGTH
    const byWord = new Map<string, number>()
    let termWeight = 0
    for (let j = i; (hits[j]?.end ?? limit + 1) <= limit; j++) {
      const { word, termWeight: worth } = hits[j] as Hit
      const key = word.slice(0, 5)
      const again = worth <= (byWord.get(key) ?? 0)
      termWeight += again ? worth * 0.1 : worth
      if (!again) byWord.set(key, worth)
    }
    if (termWeight > bestWeight * 1.01) {
      bestWeight = termWeight
      best = start
    }
  })
  return best
}

/** What a sentence stands after; an abbreviation's full stop has a small letter after it. */
const SENTENCE_END = /\n|[.!?…]["»)]*\s+(?=[^\sа-яёa-z])/g

/** Where the sentence of a hit begins; undefined when that is too far back for the hit to be shown. */
function sentenceStart(text: string, hit: number): number | undefined {
  const from = Math.max(0, hit - SNIPPET_LENGTH)
  const before = text.slice(from, hit + 1)
  let start = from === 0 ? 0 : -1
  for (const end of before.matchAll(SENTENCE_END)) start = from + end.index + end[0].length
  return start < 0 ? undefined : openingOf(text, start, hit)
}

/** Quotes and brackets before the first word belong to the sentence. */
function openingOf(text: string, start: number, hit: number): number {
  if (start === 0) return 0
  const word = Math.min(hit, nextWord(text, start))
  return /[«"(„]/.test(text[word - 1] ?? '') && word > start ? word - 1 : word
}

function endOf(text: string, start: number): number {
  const limit = start + SNIPPET_LENGTH
  if (text.length <= limit) return text.length
  const end = lastWordEnd(text, limit)
  return end > start ? end : limit
}
