/** A word of a text, folded for comparison, with its range in the original. */
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

/** The maximum length of a word; anything longer is a key or a dump, and is cut. */
const LONGEST_WORD = 40

/**
 * Prepares a text for scanning by character: no lone surrogates, composed letters (й is one character), no soft hyphens, no
 * stress marks.
 */
export function cleanText(text: string): string {
  const whole = text.toWellFormed()
  if (!/[\u0300-\u036f\u00ad\u200b-\u200d\ufeff\0]/.test(whole)) return whole
  return whole
    .normalize('NFC')
    .replace(/[\u0300-\u036f\u00ad\u200b-\u200d\ufeff]/g, '')
    .replace(/\0/g, ' ')
}

/** A hash set of the first three letters of the searched words, with possible collisions. */
export type Beginnings = Uint8Array

const BEGINNINGS = 1 << 14

/** Words of one or two letters are padded with 0, the code of a separator, which follows them in a text. */
const beginningOf = (first: number, second: number, third: number): number =>
  (first ^ (second << 5) ^ (third << 10) ^ (third >>> 4)) & (BEGINNINGS - 1)

/** @param words folded */
export function beginningsOf(words: Iterable<string>): Beginnings {
  const beginnings = new Uint8Array(BEGINNINGS)
  for (const word of words)
    beginnings[beginningOf(word.charCodeAt(0), word.charCodeAt(1) | 0, word.charCodeAt(2) | 0)] = 1
  return beginnings
}

/** Beyond the end of a text, `charCodeAt` returns NaN: `| 0` makes it 0, which is a separator. */
function mayBegin(beginnings: Beginnings, first: number, text: string, at: number): boolean {
  const second = FOLDED[text.charCodeAt(at + 1) | 0] as number
  const third = second === SEPARATOR ? SEPARATOR : (FOLDED[text.charCodeAt(at + 2) | 0] as number)
  return beginnings[beginningOf(first, second, third)] === 1
}

const isPartOfWord = (text: string, at: number): boolean => FOLDED[text.charCodeAt(at)] !== SEPARATOR

/**
 * Calls `visit` for each word of a cleaned text: lower case, ё folded into е, punctuation skipped. Words that start with none
 * of the `beginnings` are skipped without slicing them, which is the main cost.
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

/** The start of the first word at or after `at`; the text's length if there is none. */
export function nextWord(text: string, at: number): number {
  let next = at
  if (at > 0 && isPartOfWord(text, at - 1)) while (next < text.length && isPartOfWord(text, next)) next++
  while (next < text.length && !isPartOfWord(text, next)) next++
  return next
}

/** The end of the last word that ends at or before `at`; 0 if there is none. */
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

/** Whether a folded word is Cyrillic, by its first letter. */
export function isCyrillic(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 0x400 && code <= 0x4ff
}

/** Whether a folded word is Latin, by its first letter. */
export function isLatin(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 0x61 && code <= 0x7a
}
