import { expect, test } from 'vitest'
import { dayKey, formatDay, formatFull, formatStamp, formatTime } from './dates.tsx'

const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute)
const now = at(2026, 11, 20, 15, 30)
const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ')

test.each([
  [at(2026, 11, 20, 14, 5), '14:05'],
  [at(2026, 11, 20, 0, 0), '00:00'],
  [at(2026, 11, 19, 19, 40), 'вчера, 19:40'],
  [at(2026, 11, 18, 9), '18 ноября'],
  [at(2025, 11, 18, 9), '18 ноября 2025 г.'],
])('list stamp of %s', (moment, text) => {
  expect(plain(formatStamp(moment, now))).toBe(text)
})

test('yesterday holds over the turn of the year', () => {
  expect(formatStamp(at(2025, 12, 31, 23, 59), at(2026, 1, 1, 0, 1))).toBe('вчера, 23:59')
})

test.each([
  [at(2026, 11, 20), 'Сегодня'],
  [at(2026, 11, 19, 23, 59), 'Вчера'],
  [at(2026, 11, 18), '18 ноября'],
  [at(2024, 2, 29), '29 февраля 2024 г.'],
])('day heading of %s', (moment, text) => {
  expect(plain(formatDay(moment, now))).toBe(text)
})

test('full stamp, time and key accept what the wire carries', () => {
  const moment = at(2026, 11, 8, 9, 7)
  expect(plain(formatFull(moment.toISOString()))).toBe('8 ноября 2026 г., 09:07')
  expect(formatTime(moment.getTime())).toBe('09:07')
  expect(dayKey(moment)).toBe('2026-11-08')
})

test('an invalid moment throws, and is never shown', () => {
  for (const format of [formatStamp, formatDay, formatFull, formatTime, dayKey])
    expect(() => format('когда-то')).toThrow(RangeError)
})
