const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const WEEK = 7 * DAY
/** 5 January 1970 was a Monday. */
const MONDAY = 4 * DAY
/** Deadlines farther ahead are not computed. Large enough for a target of ten years at one hour a week. */
const HORIZON_WEEKS = 25 * 53
/** Maximum number of cached weeks per calendar; enough for the eleven years of a ticket with a target of ten. */
const WEEKS_KEPT = 2 * HORIZON_WEEKS

/** Used if none is set, or if this server does not know the zone that is. */
export const DEFAULT_ZONE = 'Asia/Tashkent'

export interface Shift {
  /** An IANA zone. */
  zone: string
  /** "09:00-13:00, 14:00-18:00" for each weekday from Monday, "" for a day off; null: round the clock. */
  week: readonly string[] | null
}

export interface Hours {
  /** Support works when any of them does. */
  shifts: readonly Shift[]
  /** Dates such as 2026-01-31. No working span begins on that date, in any zone. */
  days_off: readonly string[]
}

/** Arithmetic in support's hours. Moments are milliseconds since 1970. */
export interface Calendar {
  /** Milliseconds of support's hours between two moments; 0 when the second is not later. */
  worked: (from: number, to: number) => number
  /** The first moment by which `ms` of support's hours have passed since `from`; null if later than 25 years. */
  after: (from: number, ms: number) => number | null
}

type Span = readonly [from: number, to: number]

const SPAN = /^\s*(\d{2}):(\d{2})-(\d{2}):(\d{2})\s*$/

/** Parses the spans of a day, in milliseconds since its midnight. A span that ends before it begins runs past midnight. */
const spansOf = (day: string): Span[] =>
  day.split(',').flatMap((text) => {
    const found = SPAN.exec(text)
    if (found === null) return []
    const [h1 = 0, m1 = 0, h2 = 0, m2 = 0] = found.slice(1).map(Number)
    const from = (h1 * 60 + m1) * MINUTE
    const to = Math.min((h2 * 60 + m2) * MINUTE, DAY)
    return [[from, to > from ? to : to + DAY] as const]
  })

/** The UTC offset of a zone at a moment, in milliseconds. */
type Offset = (at: number) => number

const offsets = new Map<string, Offset>()

/** Returns whether this server knows a zone: names come and go with the time zone database. */
export const isZone = (zone: string): boolean => {
  try {
    return offsetOf(zone) !== undefined
  } catch {
    return false
  }
}

const offsetOf = (zone: string): Offset => {
  const known = offsets.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const offset = (at: number): number => {
    const match = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(format.format(at))
    const [, sign, hours, minutes] = match ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE
  }
  offsets.set(zone, offset)
  return offset
}

/** Returns the first moment after `from`, to the second, at which the offset differs. It must differ at `to`. */
const changeBetween = (offset: Offset, from: number, to: number): number => {
  const before = offset(from)
  let [low, high] = [from, to]
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000
    if (offset(middle) === before) low = middle
    else high = middle
  }
  return high
}

/** Splits a week into stretches of constant offset. No zone changes it twice in a week, so equal ends mean one stretch. */
const stretches = (offset: Offset, from: number, to: number): { from: number; to: number; by: number }[] => {
  if (offset(from) === offset(to)) return [{ from, to, by: offset(from) }]
  const found: { from: number; to: number; by: number }[] = []
  let begun = from
  for (let day = from; day < to; day += DAY) {
    if (offset(day) === offset(day + DAY)) continue
    const change = changeBetween(offset, day, day + DAY)
    found.push({ from: begun, to: change, by: offset(begun) })
    begun = change
  }
  return [...found, { from: begun, to, by: offset(begun) }]
}

/** Returns the local date and hour of a moment in a zone. An unknown zone counts as the default one. */
export const onTheWall = (zone: string, at: number): { day: string; hour: number } => {
  const local = new Date(at + offsetOf(isZone(zone) ? zone : DEFAULT_ZONE)(at))
  return { day: local.toISOString().slice(0, 10), hour: local.getUTCHours() }
}

const dateOf = (local: number): string => new Date(local).toISOString().slice(0, 10)

/** Returns the working spans of one shift between two moments, by its local time. */
const shiftSpans = (
  { days, offset }: { days: readonly Span[][]; offset: Offset },
  days_off: ReadonlySet<string>,
  from: number,
  to: number,
): Span[] => {
  const spans: Span[] = []
  for (const stretch of stretches(offset, from, to)) {
    const start = Math.floor((stretch.from + stretch.by) / DAY) * DAY - DAY
    for (let day = start; day < stretch.to + stretch.by; day += DAY) {
      // Starts a day early: a span of the day before may run past midnight.
      if (days_off.has(dateOf(day))) continue
      for (const [one, other] of days[(day / DAY + 3) % 7] ?? []) {
        const begin = Math.max(day + one - stretch.by, stretch.from)
        const end = Math.min(day + other - stretch.by, stretch.to)
        if (begin < end) spans.push([begin, end])
      }
    }
  }
  return spans
}

/** Merges spans that touch or overlap. */
const merged = (spans: readonly Span[]): Span[] => {
  const result: [number, number][] = []
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = result.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/**
 * Makes the calendar of support's hours. A moment counts if it is within the hours of some shift in that shift's local time: an
 * hour that a clock change repeats counts twice, a skipped one does not count. An unknown zone counts as the default one.
 * Weeks are computed once and cached; ten years are 520 sums.
 */
export const makeCalendar = ({ shifts, days_off }: Hours): Calendar => {
  const free = new Set(days_off)
  const parsed = shifts.map(({ zone, week }) => ({
    days: (week ?? Array<string>(7).fill('00:00-24:00')).map(spansOf),
    offset: offsetOf(isZone(zone) ? zone : DEFAULT_ZONE),
  }))
  const isNever = parsed.every(({ days }) => days.every((day) => day.length === 0))
  const weeks = new Map<number, { spans: Span[]; total: number }>()

  const weekOf = (index: number) => {
    const known = weeks.get(index)
    if (known !== undefined) return known
    const from = MONDAY + index * WEEK
    const spans = merged(parsed.flatMap((shift) => shiftSpans(shift, free, from, from + WEEK)))
    const made = { spans, total: spans.reduce((sum, [one, other]) => sum + other - one, 0) }
    if (weeks.size >= WEEKS_KEPT) weeks.clear()
    weeks.set(index, made)
    return made
  }
  const indexOf = (at: number): number => Math.floor((at - MONDAY) / WEEK)
  const within = (index: number, from: number, to: number): number =>
    weekOf(index).spans.reduce((sum, [one, other]) => {
      const ms = Math.min(other, to) - Math.max(one, from)
      return ms > 0 ? sum + ms : sum
    }, 0)

  const worked = (from: number, to: number): number => {
    if (to <= from || isNever) return 0
    const [first, last] = [indexOf(from), indexOf(to)]
    if (first === last) return within(first, from, to)
    let sum = within(first, from, to) + within(last, from, to)
    for (let index = first + 1; index < last; index += 1) sum += weekOf(index).total
    return sum
  }

  const after = (from: number, ms: number): number | null => {
    if (ms <= 0) return from
    if (isNever) return null
    let left = ms
    const first = indexOf(from)
    for (let index = first; index < first + HORIZON_WEEKS; index += 1) {
      const { spans, total } = weekOf(index)
      if (index > first && total < left) {
        left -= total
        continue
      }
      for (const [one, other] of spans) {
        const begin = Math.max(one, from)
        if (begin >= other) continue
        if (other - begin >= left) return begin + left
        left -= other - begin
      }
    }
    return null
  }

  return { worked, after }
}
