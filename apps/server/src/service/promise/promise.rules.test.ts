import { expect, test } from 'vitest'
import { makeRandom } from '../levels/levels.testing.ts'
import { hourOfWeek, promisesOf, type Waited, WEEKS } from './promise.rules.ts'

const MINUTE = 60_000

/** A simulated support: the mean time of a first answer, in minutes, by category, hour and week. */
type Usual = (category: string, hour: number, week: number) => number

const CATEGORIES = ['technical_issue', 'trouble_paying', 'other'] as const

const weekOf = (seed: number, usual: Usual, week: number, daily: number): Waited[] => {
  const random = makeRandom(seed * 1000 + week)
  const one = () => {
    const category = random.pick(CATEGORIES)
    const hour = random.below(7) * 24 + 9 + random.below(12)
    // Exponential, like real waits: many short ones and a long tail.
    const ms = -Math.log((1 + random.below(10_000)) / 10_000) * usual(category, hour, week) * MINUTE
    return { category, hour, week, ms, is_answered: true }
  }
  return Array.from({ length: daily * 7 }, one)
}

const past = (seed: number, usual: Usual, daily = 30) =>
  Array.from({ length: WEEKS }, (_, week) => weekOf(seed, usual, week, daily)).flat()

/** Returns how many tickets of the following week got a promise, and the share of those answered in time. */
const heldIn = (promises: ReturnType<typeof promisesOf>, coming: readonly Waited[]) => {
  const promised = coming.flatMap(({ category, hour, ms }) => {
    const minutes = promises[hour]?.[category]
    return minutes === undefined ? [] : [ms <= minutes * MINUTE]
  })
  return { promised: promised.length, share: promised.filter(Boolean).length / promised.length }
}

test('what is promised is kept by at least 80 % of the answers of a week that nobody has seen yet', () => {
  const usual: Usual = (category, hour) => (category === 'other' ? 30 : 6) * (hour % 24 > 17 ? 3 : 1)
  let promised = 0
  let kept = 0
  for (let seed = 1; seed <= 20; seed += 1) {
    const held = heldIn(promisesOf(past(seed, usual)), weekOf(seed, usual, -1, 30))
    promised += held.promised
    kept += held.promised * held.share
  }
  expect(promised).toBeGreaterThan(20 * 150)
  expect(kept / promised).toBeGreaterThan(0.8)
})

test('promises depend on the hour and the category: longer in the evenings and for «other»', () => {
  const usual: Usual = (category, hour) => (category === 'other' ? 30 : 4) * (hour % 24 > 17 ? 4 : 1)
  const promises = promisesOf(past(7, usual, 60))
  const usualAt = (from: number, to: number, category: string): number => {
    const found = promises.flatMap((of, hour) => {
      const minutes = hour % 24 >= from && hour % 24 < to ? of[category] : undefined
      return minutes === undefined ? [] : [minutes]
    })
    expect(found.length).toBeGreaterThan(5)
    return found.reduce((sum, minutes) => sum + minutes, 0) / found.length
  }
  const technical = usualAt(9, 18, 'technical_issue')
  expect(usualAt(9, 18, 'other')).toBeGreaterThan(3 * technical)
  // There are no tickets at night.
  expect(promises.filter((of, hour) => hour % 24 < 9 && Object.keys(of).length > 0)).toEqual([])
  expect(usualAt(18, 21, 'technical_issue')).toBeGreaterThan(1.8 * technical)
})

test('support that has become slow this week, or is never the same, promises nothing', () => {
  const slower = promisesOf(past(1, (_, __, week) => (week === 0 ? 300 : 10), 60))
  const erratic = promisesOf(past(2, (_, __, week) => (week % 2 === 0 ? 2000 : 5), 60))
  expect([...slower, ...erratic].filter((hour) => Object.keys(hour).length > 0)).toEqual([])
})

test('an unanswered ticket counts as late once it has waited longer than promised, and is ignored before', () => {
  const quick = past(3, () => 5).map((one) => ({ ...one, hour: 10 }))
  const waiting = { category: 'other', hour: 10, week: 0, is_answered: false }
  const add = (count: number, ms: number) =>
    promisesOf([...quick, ...Array.from({ length: count }, () => ({ ...waiting, ms }))])[10]?.[
      waiting.category
    ]
  const usual = add(0, 0)
  expect(usual).toBeGreaterThan(5)
  expect(add(200, 0)).toBe(usual)
  expect(add(200, 24 * 60 * MINUTE)).toBeUndefined()
})

test('a few tickets promise nothing, none at all neither', () => {
  expect(promisesOf(past(4, () => 5, 0))).toHaveLength(168)
  const few = past(4, () => 5, 1).slice(0, 19)
  expect(promisesOf(few).flatMap((hour) => Object.values(hour))).toEqual([])
})

test('hours of the week are those of the wall in the zone, summer time and midnight as well', () => {
  expect(hourOfWeek(Date.parse('2026-11-23T04:30:00+05:00'), 'Asia/Tashkent')).toBe(4)
  expect(hourOfWeek(Date.parse('2026-11-22T23:59:00+05:00'), 'Asia/Tashkent')).toBe(167)
  expect(hourOfWeek(Date.parse('2026-11-23T00:00:00+05:00'), 'Asia/Tashkent')).toBe(0)
  expect(hourOfWeek(Date.parse('2026-07-01T10:00:00Z'), 'Europe/Berlin')).toBe(2 * 24 + 12)
})
