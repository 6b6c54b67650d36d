/** How long one ticket waited for its first answer. */
export interface Waited {
  /** '' stands for any where promises are kept; a ticket has one of its own. */
  category: string
  /** 0 to 167, from Monday 00:00 in support's zone: when the ticket was written. */
  hour: number
  /** 0 is the newest week. */
  week: number
  /** Milliseconds of support's hours until the answer, or until now. */
  ms: number
  is_answered: boolean
}

/** For each hour of the week: category → minutes; '' is any category. No entry: nothing is promised. */
export type Promises = readonly Readonly<Record<string, number>>[]

export const WEEKS = 4
const HOURS = 7 * 24
const MINUTE = 60_000
/** What may be said: the figures a person would say. */
const SAYABLE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 90, 120, 180, 240, 360, 480]
/** A promise is made of answers of which so many kept it... */
const AIM = 0.87
/** ...and is shown where so many of others did, which it was not made of. */
const KEPT = 0.8
/** Fewer answers say nothing. */
const ENOUGH = 20
/** Fewer in the same hour of like days are next to nobody. */
const FEW = 3
/** So many that say otherwise are heard. */
const AUDIBLE = 10

/** Of these, how many were answered within the minutes and how many were not; one that still waits, and not yet so long, is neither. */
const judge = (waited: readonly Waited[], minutes: number): { kept: number; known: number } => {
  let kept = 0
  let known = 0
  for (const { ms, is_answered } of waited) {
    const isWithin = ms <= minutes * MINUTE
    if (is_answered && isWithin) kept += 1
    if (is_answered || !isWithin) known += 1
  }
  return { kept, known }
}

/** The fewest minutes that most of these were answered in; null where there are none, or too few of these. */
const minutesOf = (waited: readonly Waited[]): number | null => {
  const isKept = (minutes: number): boolean => {
    const { kept, known } = judge(waited, minutes)
    return known >= ENOUGH && kept >= AIM * known
  }
  return SAYABLE.find(isKept) ?? null
}

/** Whether there are enough without any one week. */
const hasEnough = (waited: readonly Waited[]): boolean =>
  Array.from({ length: WEEKS }, (_, week) => week).every(
    (week) => waited.filter((one) => one.week !== week).length >= ENOUGH,
  )

/** What would have been promised in each week from the others. */
const withoutEach = (waited: readonly Waited[]): (number | null)[] =>
  Array.from({ length: WEEKS }, (_, week) => minutesOf(waited.filter((one) => one.week !== week)))

/**
 * Whether what was promised without a week was kept in it: in all weeks together, and in the newest by itself. Fewer than
 * can be heard say nothing: neither against it nor, where it `must_say`, for it. `of`: what was promised to somebody, null
 * being nothing.
 */
const isHeld = (waited: readonly Waited[], of: (one: Waited) => number | null, must_say = false): boolean => {
  const isKept = (some: readonly Waited[]): boolean => {
    let kept = 0
    let known = 0
    for (const one of some) {
      // Nothing promised is nothing kept.
      const judged = judge([one], of(one) ?? 0)
      kept += judged.kept
      known += judged.known
    }
    return known < AUDIBLE ? !must_say : kept >= KEPT * known
  }
  return isKept(waited) && isKept(waited.filter(({ week }) => week === 0))
}

interface Pool {
  waited: Waited[]
  minutes: number | null
  /** Empty where it has too few answers. */
  without: (number | null)[]
}

const isWeekend = (hour: number): boolean => hour >= 5 * 24

/** Where an hour may borrow from when it has too few answers of its own: the same hour on like days, then like days. */
const poolsOf = (hour: number): string[] => {
  const days = isWeekend(hour) ? 'weekend' : 'weekdays'
  return [`${hour}`, `${days} ${hour % 24}`, days]
}

const gather = (all: readonly Waited[]): Map<string, Pool> => {
  const pools = new Map<string, Pool>()
  for (const one of all)
    for (const name of poolsOf(one.hour)) {
      const pool = pools.get(name)
      if (pool === undefined) pools.set(name, { waited: [one], minutes: null, without: [] })
      else pool.waited.push(one)
    }
  for (const pool of pools.values()) {
    const { waited } = pool
    if (!hasEnough(waited)) continue
    pool.without = withoutEach(waited)
    if (isHeld(waited, ({ week }) => pool.without[week] ?? null)) pool.minutes = minutesOf(waited)
  }
  return pools
}

/** The same for the answers of one category. An hour without a pool promises nothing. */
const hoursOf = (all: readonly Waited[]): (number | null)[] => {
  const pools = gather(all)
  const deciding = Array.from({ length: HOURS }, (_, hour) => {
    // Where next to nobody has written at such an hour, nothing is known of it.
    const [, like = ''] = poolsOf(hour)
    if ((pools.get(like)?.waited.length ?? 0) < FEW) return null
    const named = poolsOf(hour).flatMap((name) => pools.get(name) ?? [])
    const at = named.findIndex(({ without }) => without.length > 0)
    const pool = named[at]
    if (pool === undefined || pool.minutes === null) return null
    const isOf = ({ week }: Waited) => pool.without[week] ?? null
    return named.slice(0, at).every(({ waited }) => isHeld(waited, isOf)) ? pool : null
  })
  // Hours may each be too few to be heard: what they would have said is held against all answers together.
  const told = all.filter(({ hour }) => deciding[hour] !== null)
  const isTrue = isHeld(told, ({ hour, week }) => deciding[hour]?.without[week] ?? null, true)
  return deciding.map((pool) => (isTrue && pool !== null ? pool.minutes : null))
}

/**
 * What may be promised in each hour of the week. Answers are pooled by category and hour; the narrowest pool that has
 * enough decides. Nothing is promised unless at least 80 % of the answers of each week kept what the other three weeks
 * would have promised: in the pool, in every narrower one that can be heard, and in the category as a whole.
 */
export const promisesOf = (all: readonly Waited[]): Promises => {
  const hours = Array.from({ length: HOURS }, (): Record<string, number> => ({}))
  for (const category of ['', ...new Set(all.map((one) => one.category))]) {
    const its = category === '' ? all : all.filter((one) => one.category === category)
    for (const [hour, minutes] of hoursOf(its).entries()) {
      const said = hours[hour]
      if (minutes !== null && said !== undefined) said[category] = minutes
    }
  }
  return hours
}

const formats = new Map<string, Intl.DateTimeFormat>()
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The hour of the week, 0 to 167 from Monday 00:00, on the wall of a known IANA zone. */
export const hourOfWeek = (at: number, zone: string): number => {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  const parts = format.formatToParts(at)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return WEEKDAYS.indexOf(of('weekday')) * 24 + Number(of('hour'))
}
