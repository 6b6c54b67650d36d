import { expect, test } from 'vitest'
import { areaOf, blocksOf, blur, fitWords, headOf, isNothing } from './marks.ts'

const size = { width: 100, height: 80 }

test('a covered area is in whole pixels, inside the picture, whichever corner the finger began at', () => {
  expect(areaOf({ x: 30.6, y: 50 }, { x: 10.2, y: 20.5 }, size)).toEqual({
    x: 10,
    y: 20,
    width: 21,
    height: 30,
  })
  expect(areaOf({ x: -20, y: -5 }, { x: 500, y: 90 }, size)).toEqual({ x: 0, y: 0, width: 100, height: 80 })
  expect(areaOf({ x: 120, y: 10 }, { x: 130, y: 40 }, size)).toBeNull()
  expect(areaOf({ x: 5, y: 5 }, { x: 5, y: 60 }, size)).toBeNull()
})

test.each([
  [
    'a card number: one block is as high as three rows allow, never under 16 pixels',
    640,
    40,
    { columns: 40, rows: 3 },
  ],
  ['a face', 300, 360, { columns: 3, rows: 4 }],
  ['a single digit', 14, 20, { columns: 1, rows: 1 }],
])('into few blocks: %s', (_, width, height, blocks) => {
  expect(blocksOf({ width, height })).toEqual(blocks)
})

test('what the means of the blocks tell does not come out of a cover', () => {
  const grey = (value: number) => Uint8ClampedArray.from([value, value, value, 255])
  const covered = (value: number, seed: number) => {
    const pixels = grey(value)
    blur(pixels, seed)
    return pixels[0] ?? Number.NaN
  }
  // Two digits that differ a little become one and the same; the same digit becomes another under the next cover.
  expect(covered(120, 1)).toBe(covered(130, 1))
  expect(new Set([1, 2, 3, 4, 5].map((seed) => covered(120, seed))).size).toBeGreaterThan(3)
  // And the same mark looks the same however often it is drawn.
  expect(covered(120, 7)).toBe(covered(120, 7))
})

test('an arrow ends where it points', () => {
  const [tip, left, right] = headOf({ x: 0, y: 10 }, { x: 50, y: 10 }, 10)
  expect(tip).toEqual({ x: 50, y: 10 })
  expect(left.x).toBeLessThan(50)
  expect(left.x).toBeCloseTo(right.x)
  expect(left.y + right.y).toBeCloseTo(20)
})

test('a press without a move, or no words, is no mark', () => {
  const at = { x: 5, y: 5 }
  expect(isNothing({ kind: 'arrow', from: at, to: at })).toBe(true)
  expect(isNothing({ kind: 'cover', from: at, to: { x: 7, y: 40 }, seed: 1 })).toBe(false)
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
