import { expect, test } from 'vitest'
import { counted, plural } from './plural.tsx'

const SECONDS = ['секунду', 'секунды', 'секунд'] as const

test.each([
  [0, 'секунд'],
  [1, 'секунду'],
  [2, 'секунды'],
  [5, 'секунд'],
  [11, 'секунд'],
  [21, 'секунду'],
  [22, 'секунды'],
  [42, 'секунды'],
  [59, 'секунд'],
  [111, 'секунд'],
  [1.5, 'секунды'],
])('%d takes «%s»', (n, word) => {
  expect(plural(n, SECONDS)).toBe(word)
})

test('a number and its noun do not part', () => {
  expect(counted(5, ['файл', 'файла', 'файлов'])).toBe('5\u00A0файлов')
})
