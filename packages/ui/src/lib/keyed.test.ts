import { expect, test } from 'vitest'
import { indexesOf, keyed } from './keyed.tsx'

test('items of one name are told apart, and what comes between others changes no key of theirs', () => {
  const keysOf = (items: readonly string[]) => keyed(items, (item) => item).map(({ key }) => key)
  expect(keysOf(['a', 'b', 'a'])).toEqual(['1 a', '1 b', '2 a'])
  expect(keysOf(['a', 'c', 'b', 'a'])).toEqual(['1 a', '1 c', '1 b', '2 a'])
  // The key «1 a» of one item does not collide with an item named «1 a».
  expect(new Set(keysOf(['1 a', 'a', '1 a', 'a'])).size).toBe(4)
})

test('placeholders are as many as they are to be', () => {
  expect(indexesOf(3)).toEqual([0, 1, 2])
  expect(indexesOf(0)).toEqual([])
})
