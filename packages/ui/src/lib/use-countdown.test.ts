import { expect, test } from 'vitest'
import { secondsLeft } from './use-countdown.tsx'

test('seconds are counted up to the deadline and never below zero', () => {
  expect(secondsLeft(60_000, 0)).toBe(60)
  expect(secondsLeft(60_000, 1)).toBe(60)
  expect(secondsLeft(60_000, 59_001)).toBe(1)
  expect(secondsLeft(60_000, 60_000)).toBe(0)
  expect(secondsLeft(60_000, 3_600_000)).toBe(0)
})
