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
 * The piece of a text that answers best, about {@link SNIPPET_LENGTH} letters: hits in `<mark>`, everything else
 * escaped, «…» where something was left out. Without a hit it is the beginning of the text.
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
  const start = startOf(text, bestWindow(hits)?.start ?? nextWord(text, 0))
  const end = endOf(text, start)
  let html = start > 0 ? '…' : ''
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

/** The first hit of the window whose different hits are worth most together. */
function bestWindow(hits: readonly Hit[]): Hit | undefined {
  let best: Hit | undefined
  let bestWeight = 0
  hits.forEach((first, i) => {
    const limit = first.start + SNIPPET_LENGTH * 0.75
    const byWord = new Map<string, number>()
    let termWeight = 0
    for (let j = i; (hits[j]?.end ?? limit + 1) <= limit; j++) {
      const hit = hits[j] as Hit
      const word = hit.word.slice(0, 5)
      const again = hit.termWeight <= (byWord.get(word) ?? 0)
      termWeight += again ? hit.termWeight * 0.1 : hit.termWeight
      if (!again) byWord.set(word, hit.termWeight)
    }
    if (termWeight > bestWeight * 1.01) {
      bestWeight = termWeight
      best = first
    }
  })
  return best
}

/** Steps back from a hit to the beginning of the sentence, or at least of a word, when it is near. */
function startOf(text: string, hit: number): number {
  const from = Math.max(0, hit - SNIPPET_LENGTH * 0.5)
  const before = text.slice(from, hit)
  const sentence = Math.max(
    before.lastIndexOf('\n'),
    before.lastIndexOf('. '),
    before.lastIndexOf('! '),
    before.lastIndexOf('? '),
  )
  if (sentence >= 0) return nextWord(text, from + sentence + 1)
  return from === 0 ? 0 : nextWord(text, hit - SNIPPET_LENGTH * 0.25)
}

function endOf(text: string, start: number): number {
  const limit = start + SNIPPET_LENGTH
  if (text.length <= limit) return text.length
  const end = lastWordEnd(text, limit)
  return end > start ? end : limit
}
