import { type Beginnings, eachWord, lastWordEnd, nextWord, type Token } from './tokenize.ts'

/** The maximum length of a snippet in characters, without its markup. */
export const SNIPPET_LENGTH = 160

/** Only this many characters of an article are scanned: several screens, in well under a millisecond. */
const LONGEST_READ = 10_000

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)
}

/** The words to highlight: the weight of a word (0 if it is not a hit), and the beginnings of all hits. */
export type Hits = { termWeightOf: (word: string) => number; beginnings?: Beginnings }

type Hit = Token & { termWeight: number }

/**
 * Returns the best matching passage of a text, about {@link SNIPPET_LENGTH} characters from the start of a sentence: hits in
 * `<mark>`, the rest escaped, «…» if the text continues. Without hits it starts at the first sentence.
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
    // A word consists of letters and digits: nothing to escape.
    html += `${plain(text.slice(at, hit.start))}<mark>${text.slice(hit.start, hit.end)}</mark>`
    at = hit.end
  }
  return html + plain(text.slice(at, end)) + (end < whole.length ? '…' : '')
}

/** White space other than single spaces: most pieces have none, and are not copied. */
const ODD_SPACE = /[^\S ]|\s\s/
/** The end of a line that does not end a sentence: a heading, a list item, a table cell. */
const END_OF_ITEM = /(?<![.,:;!?…\s])[^\S\n]*\n\s*/g

function plain(text: string): string {
  return escapeHtml(ODD_SPACE.test(text) ? text.replace(END_OF_ITEM, ' · ').replace(/\s+/g, ' ') : text)
}

/** The start of the sentence from which the distinct hits within the snippet length have the highest total weight. */
function bestStart(text: string, hits: readonly Hit[]): number {
  let best = nextWord(text, 0)
  let bestWeight = 0
  let before = -1
  hits.forEach((hit, i) => {
    const start = sentenceStart(text, hit.start, before)
    before = hit.start
    if (start === undefined) return
    const worthOfPlace = isOfSentence(text, hit.end) ? 1 : WORTH_OF_ITEM
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
    if (termWeight * worthOfPlace > bestWeight * 1.01) {
      bestWeight = termWeight * worthOfPlace
      best = start
    }
  })
  return best
}

/** The weight factor of hits in a list item or table cell, which says little without its row and header. */
const WORTH_OF_ITEM = 0.7

/** Whether the rest of the line has a mark that ends a sentence. */
function isOfSentence(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === NEW_LINE) return false
    if (code === 46 || code === 33 || code === 63 || code === 0x2026) return true
  }
  return false
}

/**
 * The start of the sentence with a hit; undefined if it is too far back for the hit to be shown, or if the hit `before` is in
 * the same sentence.
 */
function sentenceStart(text: string, hit: number, before: number): number | undefined {
  const from = Math.max(0, hit - SNIPPET_LENGTH)
  const least = Math.max(from, before)
  for (let start = hit; start > least; start--)
    if (isSentenceStart(text, start, from)) return openingOf(text, start, hit)
  return from === 0 && before < 0 ? 0 : undefined
}

/** Whether a sentence starts here: after a newline, or after an end mark and space if no lower-case letter follows. */
function isSentenceStart(text: string, start: number, from: number): boolean {
  let end = start - 1
  if (text.charCodeAt(end) === NEW_LINE) return true
  if (!isSpace(text.charCodeAt(end)) || isSpace(text.charCodeAt(start))) return false
  if (isSmallLetter(text.charCodeAt(start))) return false
  while (end >= from && isSpace(text.charCodeAt(end))) end--
  while (end >= from && '"»)'.includes(text.charAt(end))) end--
  return end >= from && '.!?…'.includes(text.charAt(end))
}

const NEW_LINE = 10

/** Checks common characters first: most texts are Russian, and rare kinds of space are tested last. */
const isSpace = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 160 ||
  (code >= 0x1680 && ODD.test(String.fromCharCode(code)))

const ODD = /\s/

const isSmallLetter = (code: number): boolean =>
  (code >= 0x430 && code <= 0x44f) || code === 0x451 || (code >= 0x61 && code <= 0x7a)

/** Includes an opening quote or bracket before the first word. */
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
