// Random histories, and the results of levels.rules.ts and of the slow oracle for each.
import { type HistoryEvent, levelsOf, type Target } from './levels.rules.ts'
import { type Case, MINUTE, oracle, QUARTER, type Verdict } from './levels.testing.oracle.ts'
import { type Hours, makeCalendar } from './working-time.ts'

/** A seeded random generator (mulberry32). */
export const makeRandom = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    chance: (part: number): boolean => next() < part,
    pick: <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0],
  }
}
type Random = ReturnType<typeof makeRandom>

const ZONES = [
  'Asia/Tashkent',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Chatham',
  'America/St_Johns',
] as const
/** Weeks with a clock change in some zone or the end of a year, and two ordinary ones. */
const WEEKS = [
  '2026-02-09',
  '2026-03-02',
  '2026-03-23',
  '2026-03-30',
  '2026-06-01',
  '2026-09-21',
  '2026-10-19',
  '2026-10-26',
  '2026-12-28',
] as const

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const randomDay = (random: Random, step: number): string => {
  if (random.chance(0.2)) return ''
  const times = Array.from({ length: random.pick([2, 2, 2, 4, 4]) }, () => random.below(1440 / step) * step)
  const spans = times.length === 4 ? [times.slice(0, 2), times.slice(2)] : [times]
  // Sorted or not: some spans run past midnight, some overlap.
  return spans
    .map((span) => (random.chance(0.8) ? span.toSorted((one, other) => one - other) : span))
    .map(
      ([from = 0, to = 0]) =>
        `${clock(from)}-${from === to || (to === 0 && random.chance(0.5)) ? '24:00' : clock(to)}`,
    )
    .join(', ')
}

const randomHours = (random: Random, step: number, start: number): Hours => ({
  shifts: Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => ({
    zone: random.pick(ZONES),
    week: random.chance(0.05)
      ? null
      : random.chance(0.4)
        ? [
            '09:00-13:00, 14:00-18:00',
            '09:00-18:00',
            '09:00-18:00',
            '22:00-06:00',
            '09:00-24:00',
            '',
            '01:00-04:00',
          ]
        : Array.from({ length: 7 }, () => randomDay(random, step)),
  })),
  days_off: Array.from({ length: random.below(4) }, () =>
    new Date(start + random.below(21) * 24 * 60 * MINUTE).toISOString().slice(0, 10),
  ),
})

const randomTarget = (random: Random, least: number): Target => {
  const minutes = () =>
    random.chance(0.2) ? null : random.pick([least, 15, 30, 60, 90, 240, 480, 960, 2400])
  return {
    priority: random.pick([null, null, 'high', 'normal']),
    category: random.pick([null, null, 'modules', 'other']),
    restaurant_ids: random.pick([[], [], ['1'], ['2', '3']]),
    first_minutes: minutes(),
    next_minutes: minutes(),
    solution_minutes: minutes(),
  }
}

const WHATS = [
  'asked',
  'asked',
  'answered',
  'answered',
  'snoozed',
  'woken',
  'closed',
  'reopened',
  'priority',
] as const

/** A ticket with random events, in short steps over two days or in quarters of an hour over weeks. */
export const randomCase = (random: Random): Case => {
  const isShort = random.chance(0.3)
  const grid = isShort ? MINUTE : QUARTER
  const step = isShort ? random.pick([1, 5, 15]) : 15
  const length = (isShort ? 2 * 1440 : random.pick([96 * 3, 96 * 8, 96 * 16])) * grid
  const start = Date.parse(`${random.pick(WEEKS)}T00:00:00Z`) + random.below(96 * 7) * QUARTER
  const moment = () => start + random.below(length / grid) * grid
  const events: HistoryEvent[] = Array.from({ length: random.below(10) }, () => {
    const what = random.pick(WHATS)
    return what === 'priority'
      ? { what, at: moment(), priority: random.pick(['normal', 'high']) }
      : { what, at: moment() }
  })
  events.sort((one, other) => one.at - other.at)
  return {
    grid,
    now: start + random.below(length / grid) * grid,
    history: {
      category: random.pick(['modules', 'other']),
      restaurant_id: random.pick(['1', '2']),
      priority: random.pick(['normal', 'high']),
      events: [{ what: 'asked', at: start }, ...events],
    },
    versions: Array.from({ length: random.pick([1, 1, 2, 3]) }, (_, at) => ({
      valid_from: at === 0 && random.chance(0.8) ? 0 : moment(),
      targets: Array.from({ length: random.below(4) }, () => randomTarget(random, isShort ? 1 : 45)),
      hours: randomHours(random, step, start),
    })).toSorted((one, other) => one.valid_from - other.valid_from),
  }
}

const asExpected = ({ state, spent, target, due_at, late_at }: Verdict, expected: Verdict): Verdict => ({
  state,
  spent,
  target,
  ...(expected.due_at === undefined ? {} : { due_at: due_at ?? null }),
  ...(expected.late_at === undefined ? {} : { late_at: late_at ?? null }),
})

/** Returns the results of both for a case, as far as the oracle computes them. */
export const compare = (one: Case): { actual: object; expected: object } => {
  // Events after `now` are not part of the history.
  const events = one.history.events.filter(({ at }, index) => index === 0 || at <= one.now)
  const now = Math.max(one.now, events[0]?.at ?? 0)
  const known = { ...one, now, history: { ...one.history, events } }
  const expected = oracle(known)
  const versions = one.versions.map(({ hours, ...version }) => ({
    ...version,
    calendar: makeCalendar(hours),
  }))
  const levels = levelsOf(known.history, versions, now)
  const { first, next, solution, next_kept, next_missed, reopened } = levels
  return {
    expected,
    actual: {
      first: asExpected(first, expected.first),
      solution: asExpected(solution, expected.solution),
      next: next === null || expected.next === null ? next : asExpected(next, expected.next),
      next_kept,
      next_missed,
      reopened,
    },
  }
}
