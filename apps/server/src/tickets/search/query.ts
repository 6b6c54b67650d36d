import type { Priority } from '@podmoga/contract/desk/tickets'

/** What of a ticket narrows a search; left out: anything. */
export interface TicketFilter {
  /** In small letters. */
  tag?: string
  priority?: Priority
  status?: 'awaiting_response' | 'processed'
  /** A part of the name of whoever answers for it; null: nobody does. */
  agent?: string | null
}

/** What an agent looks for: words, and what narrows them. */
export interface Sought {
  /** The words beside the filters. */
  words: string
  /** A part of the author's name. */
  from: string | null
  /** A part of the restaurant's name. */
  restaurant: string | null
  has_file: boolean
  /** What the tickets are to be; null: anything. */
  of: TicketFilter | null
  /** A ticket's number, when the words are one. */
  number: number | null
}

const FILTER = /(^|\s)(от|ресторан|файл|метка|срочность|статус|агент):\s*(?:"([^"]*)"|(\S+))/giu
const NUMBER = /^(?:№|#)?\s*([0-9]{1,9})$/

/** The ticket's number, when that is all the words are. */
export const readNumber = (words: string): number | null => {
  const number = NUMBER.exec(words)?.[1]
  return number === undefined ? null : Number(number)
}

/** By how the words begin, so that «срочно», «срочные» and «срочн» are one. */
const PRIORITIES: readonly [begins: string, priority: Priority][] = [
  ['сроч', 'urgent'],
  ['выс', 'high'],
  ['обыч', 'normal'],
  ['низ', 'low'],
]
const STATUSES: readonly [begins: string, status: NonNullable<TicketFilter['status']>][] = [
  ['откр', 'awaiting_response'],
  ['жд', 'awaiting_response'],
  ['закр', 'processed'],
  ['арх', 'processed'],
]
const begun = <T>(table: readonly [string, T][], value: string): T | undefined =>
  table.find(([begins]) => value.toLowerCase().startsWith(begins))?.[1]

const ofTicket = (name: string, value: string): TicketFilter | null => {
  if (name === 'метка') return { tag: value.toLowerCase() }
  if (name === 'агент') return { agent: /^(?:никто|нет)$/i.test(value) ? null : value }
  if (name === 'срочность') {
    const priority = begun(PRIORITIES, value)
    return priority === undefined ? null : { priority }
  }
  const status = begun(STATUSES, value)
  return status === undefined ? null : { status }
}

/**
 * Takes `от:`, `ресторан:`, `файл:есть`, `метка:`, `срочность:`, `статус:` and `агент:` out of what was typed; an unknown
 * filter, and one whose value means nothing, is a word like any other.
 */
export const readSought = (typed: string): Sought => {
  const sought: Sought = { words: '', from: null, restaurant: null, has_file: false, of: null, number: null }
  const rest = typed.normalize('NFC').replace(FILTER, (whole, space: string, named: string, quoted, bare) => {
    const value = String(quoted ?? bare ?? '').trim()
    const name = named.toLowerCase()
    if (name === 'от') sought.from = value || null
    else if (name === 'ресторан') sought.restaurant = value || null
    else if (name === 'файл') sought.has_file = true
    else {
      const of = value === '' ? null : ofTicket(name, value)
      if (of === null) return whole
      sought.of = { ...sought.of, ...of }
    }
    return space
  })
  const words = rest.replace(/\s+/g, ' ').trim()
  return { ...sought, words, number: readNumber(words) }
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
