import { expect, test } from 'vitest'
import { callingCodes, formatPhone, readPhone, readTyped } from './phone-number.ts'

test('Uzbekistan is first, the rest goes by Russian names', () => {
  const [first, second, third] = callingCodes()
  expect(first).toEqual({ key: 'UZ', name: 'Узбекистан', detail: '+998' })
  expect((second?.name ?? '').localeCompare(third?.name ?? '', 'ru')).toBeLessThan(0)
  expect(callingCodes().filter(({ name }) => /о-в/.test(name))).toEqual([])
})

test.each([
  ['+7 999 123-45-67', 'UZ', 'RU', '9991234567'],
  ['+998 90 123-45-67', 'RU', 'UZ', '901234567'],
  ['00998901234567', 'RU', 'UZ', '901234567'],
  ['+77011234567', 'UZ', 'KZ', '7011234567'],
  ['+998', 'RU', 'UZ', ''],
  ['8 (912) 345-67-89', 'UZ', 'RU', '9123456789'],
  ['8 (912) 345-67-89', 'RU', 'RU', '89123456789'],
])('%s switches from %s to %s', (text, from, country, digits) => {
  const read = readTyped(text, from)
  expect(read.country).toBe(country)
  expect(read.national.replace(/\D/g, '')).toBe(digits)
})

test('a code that says nothing yet stays as it was typed', () => {
  expect(readTyped('+9', 'UZ')).toEqual({ country: 'UZ', national: '+9' })
  expect(readTyped('90 123', 'UZ')).toEqual({ country: 'UZ', national: '90 123' })
})

test.each([
  ['90 123-45-67', 'UZ', '+998901234567'],
  ['998901234567', 'UZ', '+998901234567'],
  ['8 999 123-45-67', 'RU', '+79991234567'],
  ['(999) 123 45 67', 'RU', '+79991234567'],
])('%s in %s is %s', (text, country, phone) => {
  expect(readPhone(text, country)).toEqual({ phone })
})

test.each([
  ['', 'Обязательное поле'],
  ['   ', 'Обязательное поле'],
  ['90 123', 'Неверный номер телефона'],
  ['телефон', 'Неверный номер телефона'],
])('%j: %s', (text, error) => {
  expect(readPhone(text, 'UZ')).toEqual({ error })
})

test('is shown as people write it', () => {
  expect(formatPhone('+998901234567')).toBe('+998 90 123 45 67')
  expect(formatPhone('?')).toBe('?')
})
