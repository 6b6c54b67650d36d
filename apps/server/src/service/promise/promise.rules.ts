/** How long one ticket waited for its first answer. */
export interface Waited {
  /** The ticket's category, never '' (which means any category in {@link Promises}). */
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
/** Allowed promises, in minutes: round numbers. */
const SAYABLE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 90, 120, 180, 240, 360, 480]
/** A promise is the least time within which this share of past answers came… */
const AIM = 0.87
/** …and is shown if this share of other answers, not used to compute it, came within it. */
const KEPT = 0.8
/** Minimum number of answers to compute a promise from. */
const ENOUGH = 20
/** With fewer tickets in the same hour of like days, nothing is promised for the hour. */
const FEW = 3
/** Minimum number of answers to validate a promise on. */
const AUDIBLE = 10

/** Counts those answered within the minutes (`kept`), and all whose outcome is known: one that has waited less is not. */
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

/** Returns the shortest promise that a share of {@link AIM} kept; null if there is none, or too few answers. */
const minutesOf = (waited: readonly Waited[]): number | null => {
  const isKept = (minutes: number): boolean => {
    const { kept, known } = judge(waited, minutes)
    return known >= ENOUGH && kept >= AIM * known
  }
  return SAYABLE.find(isKept) ?? null
}

/** Returns whether there are enough answers with any one week left out. */
const hasEnough = (waited: readonly Waited[]): boolean =>
  Array.from({ length: WEEKS }, (_, week) => week).every(
    (week) => waited.filter((one) => one.week !== week).length >= ENOUGH,
  )

/** Returns, for each week, the promise computed from the other weeks. */
const withoutEach = (waited: readonly Waited[]): (number | null)[] =>
  Array.from({ length: WEEKS }, (_, week) => minutesOf(waited.filter((one) => one.week !== week)))

/**
 * Cross-validates: returns whether promises made without a week were kept in that week, over all weeks together and in the
 * newest one by itself. Fewer than {@link AUDIBLE} answers pass, or fail if `must_say`. `of`: the promise for a ticket; null:
 * none, which counts as not kept.
 */
const isHeld = (waited: readonly Waited[], of: (one: Waited) => number | null, must_say = false): boolean => {
  const isKept = (some: readonly Waited[]): boolean => {
    let kept = 0
    let known = 0
    for (const one of some) {
      // No promise counts as not kept.
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
  /** The promise for each week computed from the others; empty if there are too few answers. */
  without: (number | null)[]
}

const isWeekend = (hour: number): boolean => hour >= 5 * 24

/** Returns the pools of an hour, narrowest first: the hour itself, the same hour on like days, all hours of like days. */
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

/** Returns the promise of each hour for the answers of one category; null: none. */
const hoursOf = (all: readonly Waited[]): (number | null)[] => {
  const pools = gather(all)
  const deciding = Array.from({ length: HOURS }, (_, hour) => {
    // Too few tickets at such an hour to know anything.
    const [, like = ''] = poolsOf(hour)
    if ((pools.get(like)?.waited.length ?? 0) < FEW) return null
    const named = poolsOf(hour).flatMap((name) => pools.get(name) ?? [])
    const at = named.findIndex(({ without }) => without.length > 0)
    const pool = named[at]
    if (pool === undefined || pool.minutes === null) return null
    const isOf = ({ week }: Waited) => pool.without[week] ?? null
    return named.slice(0, at).every(({ waited }) => isHeld(waited, isOf)) ? pool : null
  })
  // Single hours may have too few answers to validate on, so their promises are also validated together.
  const covered = all.filter(({ hour }) => deciding[hour] !== null)
  const isTrue = isHeld(covered, ({ hour, week }) => deciding[hour]?.without[week] ?? null, true)
  return deciding.map((pool) => (isTrue && pool !== null ? pool.minutes : null))
}

/**
 * Computes the promises for each hour of the week. Answers are pooled by category and hour; the narrowest pool with enough
 * answers decides. Nothing is promised unless at least 80 % of the answers kept what the weeks other than theirs would have
 * promised: in the pool, in every narrower pool with enough answers to tell, and in the category as a whole.
 */
export const promisesOf = (all: readonly Waited[]): Promises => {
  const hours = Array.from({ length: HOURS }, (): Record<string, number> => ({}))
  for (const category of ['', ...new Set(all.map((one) => one.category))]) {
    const its = category === '' ? all : all.filter((one) => one.category === category)
    for (const [hour, minutes] of hoursOf(its).entries()) {
      const promised = hours[hour]
      if (minutes !== null && promised !== undefined) promised[category] = minutes
    }
  }
  return hours
}

const formats = new Map<string, Intl.DateTimeFormat>()
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns the hour of the week, 0 to 167 from Monday 00:00, in the local time of a known IANA zone. */
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
