/** A word of a text: folded for comparison, with its place in the original. */
export type Token = { word: string; start: number; end: number }

const SEPARATOR = 0
const FOLDED = new Uint16Array(0x10000)

for (let code = 0; code < 0x10000; code++) {
  const letter = String.fromCharCode(code)
  if (!/[\p{L}\p{N}]/u.test(letter)) continue
  const lower = letter.toLowerCase()
  FOLDED[code] = lower.length === 1 ? lower.charCodeAt(0) : code
}
FOLDED['ё'.charCodeAt(0)] = 'е'.charCodeAt(0)
FOLDED['Ё'.charCodeAt(0)] = 'е'.charCodeAt(0)

/** The longest word worth remembering; anything longer is a key or a dump, cut rather than lost. */
const LONGEST_WORD = 40

/**
 * Makes a text safe to scan letter by letter: whole surrogates, composed letters (й is one letter), no soft
 * hyphens, no stress marks.
 */
export function cleanText(text: string): string {
  const whole = text.toWellFormed()
  if (!/[\u0300-\u036f\u00ad\u200b-\u200d\ufeff\0]/.test(whole)) return whole
  return whole
    .normalize('NFC')
    .replace(/[\u0300-\u036f\u00ad\u200b-\u200d\ufeff]/g, '')
    .replace(/\0/g, ' ')
}

/** How the words that somebody looks for begin: by their first three letters, several beginnings to a bit. */
export type Beginnings = Uint8Array

const BEGINNINGS = 1 << 14

/** A word of one or two letters begins with what a text has after it: no letter, which is 0. */
const beginningOf = (first: number, second: number, third: number): number =>
  (first ^ (second << 5) ^ (third << 10) ^ (third >>> 4)) & (BEGINNINGS - 1)

/** @param words folded */
export function beginningsOf(words: Iterable<string>): Beginnings {
  const beginnings = new Uint8Array(BEGINNINGS)
  for (const word of words)
    beginnings[beginningOf(word.charCodeAt(0), word.charCodeAt(1) | 0, word.charCodeAt(2) | 0)] = 1
  return beginnings
}

/** Past the end of a text stands no letter: `| 0` makes that the letter 0, which is a separator. */
function mayBegin(beginnings: Beginnings, first: number, text: string, at: number): boolean {
  const second = FOLDED[text.charCodeAt(at + 1) | 0] as number
  const third = second === SEPARATOR ? SEPARATOR : (FOLDED[text.charCodeAt(at + 2) | 0] as number)
  return beginnings[beginningOf(first, second, third)] === 1
}

const isPartOfWord = (text: string, at: number): boolean => FOLDED[text.charCodeAt(at)] !== SEPARATOR

/**
 * Calls `visit` for each word of a cleaned text: lower case, ё folded into е, punctuation skipped. Words that begin
 * with none of the `beginnings` are passed over without being cut out, which most of the time goes into.
 */
export function eachWord(
  text: string,
  visit: (word: string, start: number, end: number) => void,
  beginnings?: Beginnings,
): void {
  const length = text.length
  let at = 0
  while (at < length) {
    const first = FOLDED[text.charCodeAt(at)] as number
    if (first === SEPARATOR) {
      at++
      continue
    }
    const start = at
    if (beginnings && !mayBegin(beginnings, first, text, start)) {
      do at++
      while (at < length && FOLDED[text.charCodeAt(at)] !== SEPARATOR)
      continue
    }
    let plain = true
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      const folded = FOLDED[code]
      if (folded === SEPARATOR) break
      if (folded !== code) plain = false
    }
    const raw = text.slice(start, Math.min(at, start + LONGEST_WORD))
    visit(plain ? raw : foldWord(raw), start, at)
  }
}

/** Where the first word that begins at `at` or later begins; the text's length when there is none. */
export function nextWord(text: string, at: number): number {
  let next = at
  if (at > 0 && isPartOfWord(text, at - 1)) while (next < text.length && isPartOfWord(text, next)) next++
  while (next < text.length && !isPartOfWord(text, next)) next++
  return next
}

/** Where the last word that is over by `at` ends; 0 when there is none. */
export function lastWordEnd(text: string, at: number): number {
  let end = at
  if (at < text.length && isPartOfWord(text, at)) while (end > 0 && isPartOfWord(text, end - 1)) end--
  while (end > 0 && !isPartOfWord(text, end - 1)) end--
  return end
}

function foldWord(raw: string): string {
  let word = ''
  for (let i = 0; i < raw.length; i++) word += String.fromCharCode(FOLDED[raw.charCodeAt(i)] ?? 0)
  return word
}

/** The words of a cleaned text as a list. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  eachWord(text, (word, start, end) => tokens.push({ word, start, end }))
  return tokens
}

/** Whether a folded word is written with Russian letters (its first letter decides). */
export function isCyrillic(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 0x400 && code <= 0x4ff
}

/** Whether a folded word is written with Latin letters. */
export function isLatin(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 0x61 && code <= 0x7a
}
