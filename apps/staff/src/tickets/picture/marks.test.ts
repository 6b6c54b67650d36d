import { expect, test } from 'vitest'
import { coverWidth, fitWords, headOf, isLoop, isNothing } from './marks.ts'

test('a cover is a finger wide as shown, and never very thin on a large picture', () => {
  // A 4000-pixel photo on a phone: 40 of its 360 CSS pixels.
  expect(coverWidth({ width: 4000, height: 3000 }, 360)).toBeCloseTo(444, 0)
  expect(coverWidth({ width: 4000, height: 3000 }, 1200)).toBeCloseTo(167, 0)
  expect(coverWidth({ width: 300, height: 200 }, 300)).toBe(40)
})

test('a stroke that comes back hides what it goes around; a swipe does not', () => {
  const around = [
    { x: 0, y: 0 },
    { x: 300, y: 0 },
    { x: 300, y: 200 },
    { x: 10, y: 20 },
  ]
  expect(isLoop(around, 40)).toBe(true)
  expect(isLoop(around.slice(0, 3), 40)).toBe(false)
  expect(isLoop([{ x: 0, y: 0 }], 40)).toBe(false)
})

test('an arrow ends where it points', () => {
  const [tip, left, right] = headOf({ x: 0, y: 10 }, { x: 50, y: 10 }, 10)
  expect(tip).toEqual({ x: 50, y: 10 })
  expect(left.x).toBeLessThan(50)
  expect(left.x).toBeCloseTo(right.x)
  expect(left.y + right.y).toBeCloseTo(20)
})

test('an arrow without a move, or no words, is no mark', () => {
  const at = { x: 5, y: 5 }
  expect(isNothing({ kind: 'arrow', from: at, to: at })).toBe(true)
  expect(isNothing({ kind: 'cover', points: [at], width: 40 })).toBe(false)
  expect(isNothing({ kind: 'words', at, text: ' ' })).toBe(true)
  expect(isNothing({ kind: 'brush', points: [at] })).toBe(false)
})

test.each([
  ['stand where they were put', { x: 10, y: 50 }, { width: 60, height: 8 }, { x: 10, y: 50, scale: 1 }],
  [
    'move left and up from the far corner',
    { x: 95, y: 99 },
    { width: 60, height: 8 },
    { x: 40, y: 96, scale: 1 },
  ],
  ['move in from the near corner', { x: -3, y: 0 }, { width: 60, height: 8 }, { x: 0, y: 4, scale: 1 }],
  [
    'are made smaller when they are wider',
    { x: 50, y: 50 },
    { width: 200, height: 8 },
    { x: 0, y: 50, scale: 0.5 },
  ],
] as const)('words on a picture %s', (_, at, words, expected) => {
  expect(fitWords(at, words, { width: 100, height: 100 })).toEqual(expected)
})
