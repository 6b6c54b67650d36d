import type { Priority } from '@podmoga/contract/desk/tickets'

/** A day as "2026-10-12", or as a number of days before today; which day is today depends on the restaurant's time zone. */
export type Day = string | { ago: number; now: Date }

/** Filters by ticket; omitted: any. */
export interface TicketFilter {
  /** In lower case. */
  tag?: string
  priority?: Priority
  status?: 'awaiting_response' | 'processed'
  /** Part of the assignee's name; null: unassigned. */
  agent?: string | null
  /** First and last day of the messages, by the restaurant's calendar. */
  since?: Day
  until?: Day
}

/** A parsed search: words and filters. */
export interface Sought {
  /** The words without the filters. */
  words: string
  /** A part of the author's name. */
  from: string | null
  /** A part of the restaurant's name. */
  restaurant: string | null
  has_file: boolean
  /** Filters by ticket; null: any. */
  of: TicketFilter | null
  /** The ticket number, if the words are one. */
  number: number | null
}

const FILTER = /(^|\s)(от|ресторан|файл|метка|срочность|статус|агент|с|по):\s*(?:"([^"]*)"|(\S+))/giu
const NUMBER = /^(?:№|#)?\s*([0-9]{1,9})$/

/** The ticket number, if the words are nothing else; otherwise null. */
export const readNumber = (words: string): number | null => {
  const number = NUMBER.exec(words)?.[1]
  return number === undefined ? null : Number(number)
}

/** By prefix, so that «срочно», «срочные» and «срочн» are the same. */
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

/** The time zone in which a date without a year is compared with today: Tashkent. */
const HERE_MS = 5 * 3_600_000
const NEAR: Readonly<Record<string, number>> = { сегодня: 0, вчера: 1, позавчера: 2 }
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
const SHORT_DAY = /^(\d{1,2})\.(\d{1,2})(?:\.(?:20)?(\d{2}))?$/
/** The 29th of February exists once in four years. */
const YEARS = [0, 1, 2, 3, 4]

const isoOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const isDay = (iso: string): boolean => !Number.isNaN(Date.parse(iso)) && isoOf(Date.parse(iso)) === iso

/**
 * Parses «12.10», «12.10.2026», «2026-10-12» or «вчера»; without a year, the latest such day that is not in the future.
 * null if it is no day.
 */
export const readDay = (typed: string, now: Date): Day | null => {
  const here = now.getTime() + HERE_MS
  const ago = Object.hasOwn(NEAR, typed.toLowerCase()) ? NEAR[typed.toLowerCase()] : undefined
  if (ago !== undefined) return { ago, now }
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
 * Parses `от:`, `ресторан:`, `файл:есть`, `метка:`, `срочность:`, `статус:`, `агент:`, `с:` and `по:`; an unknown filter, or
 * one with an invalid value, is an ordinary word.
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
/** The words of a text, normalized as in the search. */
export const foldedWords = (text: string): string[] => fold(text).match(WORD) ?? []

/** Characters around the first hit. */
const BEFORE = 60
const AFTER = 160

/** An excerpt around the first hit, in pieces; a word is a hit if it begins with one of the stems. */
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
