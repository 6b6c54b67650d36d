import { expect, test } from 'vitest'
import { makeScrollSpeed } from './scroll-speed.ts'

const FRAME = 17

test('rows fly by when a screen of them passes in a frame or two; what is read, or leapt to once, does not', () => {
  const dragged = makeScrollSpeed()
  expect([0, 12, 24, 36].map((row, nth) => dragged(row, nth * FRAME))).toEqual([false, true, true, true])
  expect(dragged(36, 4 * FRAME), 'it has come to rest').toBe(false)
  const upwards = makeScrollSpeed()
  expect([9000, 8988].map((row, nth) => upwards(row, nth * FRAME))).toEqual([false, true])
  const read = makeScrollSpeed()
  expect([0, 1, 3, 6].map((row, nth) => read(row, nth * FRAME))).toEqual([false, false, false, false])
  const leapt = makeScrollSpeed()
  expect([leapt(0, 0), leapt(9000, 1000)]).toEqual([false, false])
})
