import { expect, test } from 'vitest'
import { entryAfter } from './menu-keys.tsx'

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 3, 0],
  ['ArrowUp', -1, 3],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, 3],
  ['Home', 2, 0],
  ['PageUp', 2, 0],
  ['End', 1, 3],
  ['PageDown', 1, 3],
  ['x', 2, null],
] as const)('%s leads from entry %d of four to entry %s', (key, from, to) => {
  expect(entryAfter(key, from, 4)).toBe(to)
})

test('where every entry is off, keys lead nowhere', () => {
  for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End']) expect(entryAfter(key, -1, 0)).toBeNull()
})
