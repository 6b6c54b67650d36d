import { expect, test } from 'vitest'
import { windowOf } from './use-row-window.ts'

const isNearEnd = (above: number, count: number, fit = 9) => windowOf({ above, fit, count }).isNearEnd

test('the next page is wanted by whoever comes near the end, of the first page too, and not at first sight', () => {
  expect(isNearEnd(0, 30)).toBe(false)
  expect(isNearEnd(10, 30)).toBe(false)
  expect(isNearEnd(14, 30)).toBe(true)
  expect(isNearEnd(21, 30)).toBe(true)
  expect(isNearEnd(21, 60)).toBe(false)
  // A screen that fits the whole first page needs the next one.
  expect(isNearEnd(0, 30, 40)).toBe(true)
})

test('what is drawn is what is seen and a little around it', () => {
  expect(windowOf({ above: 0, fit: 9, count: 400 })).toMatchObject({ from: 0, to: 30 })
  expect(windowOf({ above: 101.5, fit: 9, count: 400 })).toMatchObject({ from: 92, to: 121 })
})
