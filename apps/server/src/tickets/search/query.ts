import type { Priority } from '@podmoga/contract/desk/tickets'

/** What of a ticket narrows a search; left out: anything. */
export interface TicketFilter {
  /** In small letters. */
  tag?: string
  priority?: Priority
  status?: 'awaiting_response' | 'processed'
  /** A part of the name of whoever answers for it; null: nobody does. */
  agent?: string | null
  /** The first and the last day on which something was said, by the restaurant's own calendar: "2026-10-12". */
  since?: string
  until?: string
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

const FILTER = /(^|\s)(от|ресторан|файл|метка|срочность|статус|агент|с|по):\s*(?:"([^"]*)"|(\S+))/giu
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

const DAY_MS = 24 * 3_600_000
/** The clock of a business that has said nothing of its own: Tashkent. */
const HERE_MS = 5 * 3_600_000
const NEAR: Readonly<Record<string, number>> = { сегодня: 0, вчера: 1, позавчера: 2 }
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
const SHORT_DAY = /^(\d{1,2})\.(\d{1,2})(?:\.(?:20)?(\d{2}))?$/
/** The 29th of February comes once in four years. */
const YEARS = [0, 1, 2, 3, 4]

const isoOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const isDay = (iso: string): boolean => !Number.isNaN(Date.parse(iso)) && isoOf(Date.parse(iso)) === iso

/** The day that is meant by «12.10», «12.10.2026», «2026-10-12» or «вчера»; without a year the last one that has come. */
export const readDay = (typed: string, now: Date): string | null => {
  const here = now.getTime() + HERE_MS
  const near = Object.hasOwn(NEAR, typed.toLowerCase()) ? NEAR[typed.toLowerCase()] : undefined
  if (near !== undefined) return isoOf(here - near * DAY_MS)
  if (ISO_DAY.test(typed)) return isDay(typed) ? typed : null
  const [, day, month, short] = SHORT_DAY.exec(typed) ?? []
  if (day === undefined || month === undefined) return null
  const of = (year: string | number) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (short !== undefined) return isDay(of(`20${short}`)) ? of(`20${short}`) : null
  const thisYear = new Date(here).getUTCFullYear()
  return YEARS.map((ago) => of(thisYear - ago)).find((one) => isDay(one) && one <= isoOf(here)) ?? null
}

const ofTicket = (name: string, value: string, now: Date): TicketFilter | null => {
  if (name === 'с' || name === 'по') {
    const day = readDay(value, now)
    return day === null ? null : name === 'с' ? { since: day } : { until: day }
  }
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
 * Takes `от:`, `ресторан:`, `файл:есть`, `метка:`, `срочность:`, `статус:`, `агент:`, `с:` and `по:` out of what was typed;
 * an unknown filter, and one whose value means nothing, is a word like any other.
 */
export const readSought = (typed: string, now: Date): Sought => {
  const sought: Sought = { words: '', from: null, restaurant: null, has_file: false, of: null, number: null }
  const rest = typed.normalize('NFC').replace(FILTER, (whole, space: string, named: string, quoted, bare) => {
    const value = String(quoted ?? bare ?? '').trim()
    const name = named.toLowerCase()
    if (name === 'от') sought.from = value || null
    else if (name === 'ресторан') sought.restaurant = value || null
    else if (name === 'файл') sought.has_file = true
    else {
      const of = value === '' ? null : ofTicket(name, value, now)
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
