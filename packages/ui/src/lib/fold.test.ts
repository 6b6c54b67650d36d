import { expect, test } from 'vitest'
import { fold, searchItems } from './fold.tsx'

const COUNTRIES = ['Берег Слоновой Кости', 'Гонконг', 'Конго', 'Самоа', 'Узбекистан']

test('ё, case and blanks do not matter', () => {
  expect(fold('  ПЛАТЁЖ   не\u00A0прошёл ')).toBe('платеж не прошел')
})

test('what begins with the query comes first', () => {
  expect(searchItems(COUNTRIES, 'кон', String)).toEqual(['Конго', 'Гонконг'])
  expect(searchItems(COUNTRIES, 'УЗБ', String)).toEqual(['Узбекистан'])
  expect(searchItems(COUNTRIES, 'яя', String)).toEqual([])
})

test('an empty query keeps everything', () => {
  expect(searchItems(COUNTRIES, '  ', String)).toEqual(COUNTRIES)
})
