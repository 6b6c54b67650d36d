import { expect, test } from 'vitest'
import { levelsOf, nearest, type Target } from './levels.rules.ts'
import { compare, makeRandom, randomCase } from './levels.testing.ts'
import { isZone, makeCalendar } from './working-time.ts'

const HISTORIES = 1000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WEEK = ['09:00-13:00, 14:00-18:00', '09:00-18:00', '09:00-18:00', '09:00-18:00', '09:00-18:00', '', '']
const at = (text: string): number => Date.parse(`${text}:00+05:00`)
const any = { priority: null, category: null, restaurant_ids: [] }
const target = (first: number | null, next: number | null, solution: number | null): Target => ({
  ...any,
  first_minutes: first,
  next_minutes: next,
  solution_minutes: solution,
})
const calendar = makeCalendar({ shifts: [{ zone: 'Asia/Tashkent', week: WEEK }], days_off: ['2026-11-24'] })

test(`the rule and the slow oracle agree on ${HISTORIES} random histories`, () => {
  const random = makeRandom(31)
  for (let nth = 0; nth < HISTORIES; nth += 1) {
    const one = randomCase(random)
    const { actual, expected } = compare(one)
    expect(actual, JSON.stringify(one)).toEqual(expected)
  }
})

test('hours: a break at noon, a holiday, the end of a day, and a moment that is late by a millisecond', () => {
  expect(calendar.worked(at('2026-11-23T12:30'), at('2026-11-23T14:30'))).toBe(HOUR)
  expect(calendar.after(at('2026-11-23T17:30'), HOUR)).toBe(at('2026-11-25T09:30'))
  // A target that ends with the working day is due at its end, but late only once the next one begins.
  expect(calendar.after(at('2026-11-23T17:00'), HOUR)).toBe(at('2026-11-23T18:00'))
  expect(calendar.after(at('2026-11-23T17:00'), HOUR + 1)).toBe(at('2026-11-25T09:00') + 1)
})

test('hours that overlap count once, and an hour that clocks repeat or leave out counts as the wall shows it', () => {
  const day = '01:00-04:00'
  const berlin = (...weeks: string[][]) =>
    makeCalendar({ shifts: weeks.map((week) => ({ zone: 'Europe/Berlin', week })), days_off: [] })
  const whole = (from: string) =>
    berlin(Array(7).fill(day)).worked(Date.parse(from), Date.parse(from) + 24 * HOUR)
  expect(whole('2026-03-28T12:00Z')).toBe(2 * HOUR)
  expect(whole('2026-10-24T12:00Z')).toBe(4 * HOUR)
  expect(whole('2026-06-24T12:00Z')).toBe(3 * HOUR)
  const both = berlin(Array(7).fill('09:00-15:00'), Array(7).fill('12:00-18:00, 10:00-11:00'))
  expect(both.worked(Date.parse('2026-06-24T00:00Z'), Date.parse('2026-06-25T00:00Z'))).toBe(9 * HOUR)
})

test('a zone that has vanished counts as the default one, and hours that never come have no deadline', () => {
  expect(isZone('Asia/Tashkent')).toBe(true)
  expect(isZone('Europe/Atlantis')).toBe(false)
  const lost = makeCalendar({ shifts: [{ zone: 'Europe/Atlantis', week: WEEK }], days_off: [] })
  expect(lost.after(at('2026-11-23T09:00'), HOUR)).toBe(at('2026-11-23T10:00'))
  const never = makeCalendar({ shifts: [{ zone: 'Asia/Tashkent', week: Array(7).fill('') }], days_off: [] })
  const levels = levelsOf(
    { category: 'other', restaurant_id: '1', priority: 'normal', events: [{ what: 'asked', at: 0 }] },
    [{ valid_from: 0, targets: [target(1, 1, 1)], calendar: never }],
    at('2026-11-23T09:00'),
  )
  expect(levels.first).toMatchObject({ state: 'running', spent: 0, due_at: null, late_at: null })
  expect(nearest(levels)).toBe(null)
})

test('a target of ten years is counted in a bounded number of weeks, one that never ends has no deadline', () => {
  const asked = at('2026-11-23T09:00')
  const ten_years = 10 * 365 * 24 * HOUR
  const always = makeCalendar({ shifts: [{ zone: 'Europe/Berlin', week: null }], days_off: [] })
  expect(always.after(asked, ten_years)).toBe(asked + ten_years)
  const seldom = makeCalendar({
    shifts: [{ zone: 'Europe/Berlin', week: ['09:00-10:00', '', '', '', '', '', ''] }],
    days_off: [],
  })
  expect(seldom.after(asked, ten_years)).toBe(null)
})

test('a clock that was set back changes nothing that has been counted', () => {
  const events = [
    { what: 'asked', at: at('2026-11-23T09:00') },
    { what: 'answered', at: at('2026-11-23T10:00') },
    { what: 'asked', at: at('2026-11-23T08:00') },
  ] as const
  const history = { category: 'other', restaurant_id: '1', priority: 'normal', events }
  const versions = [{ valid_from: 0, targets: [target(60, 30, null)], calendar }]
  const levels = levelsOf(history, versions, at('2026-11-23T07:00'))
  expect(levels.first).toMatchObject({ state: 'kept', spent: HOUR })
  expect(levels.next).toMatchObject({ state: 'running', spent: 0, due_at: at('2026-11-23T10:30') })
})

test('targets that change hold for what is still owed, and what was judged stays', () => {
  const events = [
    { what: 'asked', at: at('2026-11-23T09:00') },
    { what: 'answered', at: at('2026-11-23T10:00') },
    { what: 'asked', at: at('2026-11-23T10:30') },
  ] as const
  const history = { category: 'other', restaurant_id: '1', priority: 'normal', events }
  const versions = [
    { valid_from: 0, targets: [target(60, 60, null)], calendar },
    { valid_from: at('2026-11-23T10:15'), targets: [target(15, 15, null)], calendar },
  ]
  const levels = levelsOf(history, versions, at('2026-11-23T10:40'))
  expect(levels.first).toMatchObject({ state: 'kept', target: HOUR })
  expect(levels.next).toMatchObject({ state: 'running', target: 15 * MINUTE, due_at: at('2026-11-23T10:45') })
})
