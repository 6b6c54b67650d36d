import type { Token } from './tokenize.ts'
import { tokenize } from './tokenize.ts'

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

/**
 * The piece of a text that answers best, about {@link SNIPPET_LENGTH} letters: hits in `<mark>`, everything else
 * escaped, «…» where something was left out. Without a hit it is the beginning of the text.
 * @param worthOf what a word of the text is worth for the query; 0 when it is no hit
 */
export function snippetOf(whole: string, worthOf: (word: string) => number): string {
  const text = whole.slice(0, LONGEST_READ)
  const tokens = tokenize(text)
  const worths = tokens.map((token) => worthOf(token.word))
  const first = bestWindow(tokens, worths)
  const start = sentenceStart(text, tokens, first)
  const end = wordEnd(text, tokens, start)
  let html = start > 0 ? '…' : ''
  let at = start
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    if (!token || token.start < start || token.end > end || !worths[i]) continue
    html += `${plain(text.slice(at, token.start))}<mark>${plain(text.slice(token.start, token.end))}</mark>`
    at = token.end
  }
  return html + plain(text.slice(at, end)) + (end < whole.length ? '…' : '')
}

function plain(text: string): string {
  return escapeHtml(text.replace(/\s+/g, ' '))
}

/** The first token of the window whose different hits are worth most together. */
function bestWindow(tokens: Token[], worths: number[]): number {
  let best = 0
  let bestWorth = 0
  for (let i = 0; i < tokens.length; i++) {
    if (!worths[i]) continue
    const limit = (tokens[i]?.start ?? 0) + SNIPPET_LENGTH * 0.75
    const byWord = new Map<string, number>()
    let worth = 0
    for (let j = i; j < tokens.length && (tokens[j]?.end ?? 0) <= limit; j++) {
      const own = worths[j] ?? 0
      const word = tokens[j]?.word.slice(0, 5) ?? ''
      const again = own <= (byWord.get(word) ?? 0)
      worth += again ? own * 0.1 : own
      if (!again) byWord.set(word, own)
    }
    if (worth > bestWorth * 1.01) {
      bestWorth = worth
      best = i
    }
  }
  return best
}

/** Steps back to the beginning of the sentence, or at least of a word, when it is near. */
function sentenceStart(text: string, tokens: Token[], first: number): number {
  const hit = tokens[first]?.start ?? 0
  const from = Math.max(0, hit - SNIPPET_LENGTH * 0.5)
  const before = text.slice(from, hit)
  const sentence = Math.max(
    before.lastIndexOf('\n'),
    before.lastIndexOf('. '),
    before.lastIndexOf('! '),
    before.lastIndexOf('? '),
  )
  if (sentence >= 0) return tokens.find((token) => token.start > from + sentence)?.start ?? hit
  if (from === 0) return 0
  const near = hit - SNIPPET_LENGTH * 0.25
  return tokens.find((token) => token.start >= near)?.start ?? hit
}

function wordEnd(text: string, tokens: Token[], start: number): number {
  if (text.length - start <= SNIPPET_LENGTH) return text.length
  let end = start
  for (const token of tokens) {
    if (token.start < start) continue
    if (token.end - start > SNIPPET_LENGTH) break
    end = token.end
  }
  return end > start ? end : start + SNIPPET_LENGTH
}
