import { expect, test } from 'vitest'
import { endOf } from './past-end.ts'

test.each([
  ['a page of the list', 2, { total_pages: 2 }, false, null],
  ['one past its end', 5, { total_pages: 2 }, false, 2],
  ['one past the end of an empty list', 2, { total_pages: 0 }, false, 1],
  ['the first page of an empty list', 1, { total_pages: 0 }, false, null],
  ['no answer yet', 2, undefined, false, null],
  ['the answer of another page, until its own comes', 2, { total_pages: 1 }, true, null],
])('%s', (_, page, data, isPlaceholderData, end) => {
  expect(endOf(page, { data, isPlaceholderData })).toBe(end)
})
