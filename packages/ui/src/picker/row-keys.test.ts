import { expect, test } from 'vitest'
import { NO_ROW, rowAfter } from './row-keys.tsx'

test.each([
  ['ArrowDown', NO_ROW, 0],
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', NO_ROW, 9],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['Home', 5, 0],
  ['End', NO_ROW, 9],
  ['PageDown', 0, 4],
  ['PageDown', 8, 9],
  ['PageUp', 8, 4],
  ['PageUp', 2, 0],
  ['x', 2, null],
] as const)('%s leads from row %d of ten to row %s', (key, from, to) => {
  expect(rowAfter(key, from, 10, 4)).toBe(to)
})

test('in an empty list keys lead to no row', () => {
  for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'])
    expect(rowAfter(key, NO_ROW, 0, 1)).toBe(NO_ROW)
})
