/** What an agent looks for: words, and what narrows them. */
export interface Sought {
  /** The words beside the filters. */
  words: string
  /** A part of the author's name. */
  from: string | null
  /** A part of the restaurant's name. */
  restaurant: string | null
  has_file: boolean
  /** A ticket's number, when the words are one. */
  number: number | null
}

const FILTER = /(^|\s)(от|ресторан|файл):\s*(?:"([^"]*)"|(\S+))/giu
const NUMBER = /^(?:№|#)?\s*([0-9]{1,9})$/

/** Takes `от:`, `ресторан:` and `файл:есть` out of what was typed; an unknown filter is a word like any other. */
export const readSought = (typed: string): Sought => {
  const sought: Sought = { words: '', from: null, restaurant: null, has_file: false, number: null }
  const rest = typed.normalize('NFC').replace(FILTER, (_whole, space: string, name: string, quoted, bare) => {
    const value = String(quoted ?? bare ?? '').trim()
    if (/^от$/i.test(name)) sought.from = value || null
    else if (/^ресторан$/i.test(name)) sought.restaurant = value || null
    else sought.has_file = true
    return space
  })
  const words = rest.replace(/\s+/g, ' ').trim()
  const number = NUMBER.exec(words)?.[1]
  return { ...sought, words, number: number === undefined ? null : Number(number) }
}

const fold = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
const WORD = /[\p{L}\p{N}]+/gu
/** The words of a text as the search compares them. */
export const foldedWords = (text: string): string[] => fold(text).match(WORD) ?? []

/** Letters around the first hit. */
const BEFORE = 60
const AFTER = 160

/** A part of a text around its first hit, in pieces; a word is one when it begins like a stem that was sought. */
export const piecesOf = (text: string, stems: readonly string[]): { text: string; is_hit: boolean }[] => {
  const hits = [...text.matchAll(WORD)].filter(([word]) => stems.some((stem) => fold(word).startsWith(stem)))
  const first = hits[0]?.index ?? 0
  const from = first <= BEFORE ? 0 : text.lastIndexOf(' ', first - BEFORE + 20) + 1
  const to = Math.min(text.length, first + AFTER)
  const pieces: { text: string; is_hit: boolean }[] = []
  let at = from
  const push = (end: number, is_hit: boolean): void => {
    if (end > at) pieces.push({ text: text.slice(at, end), is_hit })
    at = end
  }
  if (from > 0) pieces.push({ text: '…', is_hit: false })
  for (const { index, 0: word } of hits.filter(
    (hit) => hit.index >= from && hit.index + hit[0].length <= to,
  )) {
    push(index, false)
    push(index + word.length, true)
  }
  push(to, false)
  if (to < text.length) pieces.push({ text: '…', is_hit: false })
  return pieces
}
