import { expect, test } from 'vitest'
import { isLongWait, waitText } from './wait.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

test.each([
  [0.5, 'меньше минуты'],
  [1, '1 мин'],
  [59.9, '59 мин'],
  [60, '1 ч 00 мин'],
  [185, '3 ч 05 мин'],
  [24 * 60, '1 дн'],
  [52 * 60, '2 дн 4 ч'],
  [-3, 'меньше минуты'],
])('%d minutes', (minutes, text) => {
  expect(waitText(ago(minutes), now).replaceAll('\u00a0', ' ')).toBe(text)
})

test('a wait is long from a quarter of an hour', () => {
  expect(isLongWait(ago(14.9), now)).toBe(false)
  expect(isLongWait(ago(15), now)).toBe(true)
})
