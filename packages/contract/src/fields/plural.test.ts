import { expect, test } from 'vitest'
import { counted, plural } from './plural.ts'

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

test('a number is written as Russian does it', () => {
  expect(counted(12_345, ['файл', 'файла', 'файлов'])).toBe('12\u00A0345\u00A0файлов')
  expect(counted(1.5, SECONDS)).toBe('1,5\u00A0секунды')
})

test('the form is the one that Intl.PluralRules gives', () => {
  const rules = new Intl.PluralRules('ru')
  const forms = { one: 'секунду', few: 'секунды', many: 'секунд', other: 'секунды', zero: '', two: '' }
  for (let n = 0; n <= 1200; n++) expect(plural(n, SECONDS)).toBe(forms[rules.select(n)])
})
