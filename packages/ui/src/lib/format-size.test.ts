import { expect, test } from 'vitest'
import { formatProgress, formatSize } from './format-size.tsx'

test.each([
  [0, '0 Б'],
  [512, '512 Б'],
  [999, '999 Б'],
  [1_000, '1 кБ'],
  [340_000, '340 кБ'],
  [999_499, '999 кБ'],
  [999_500, '1 МБ'],
  [1_400_000, '1,4 МБ'],
  [2_000_000, '2 МБ'],
  [1_240_000_000, '1,2 ГБ'],
])('%d bytes', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text.replace(' ', '\u00A0'))
})

test('progress names both ends', () => {
  expect(formatProgress(840_000, 2_100_000)).toBe('840\u00A0кБ из 2,1\u00A0МБ')
})
