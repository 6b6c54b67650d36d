import { expect, test } from 'vitest'
import { hasCardNumber } from './card-number.ts'

test.each([
  '4111111111111111',
  'Гость платил картой 5555 5555 5555 4444, деньги ушли',
  '6011-1111-1111-1117',
  'карта:\u00A03782 822463 10005.',
])('a card’s number is seen in %s', (text) => {
  expect(hasCardNumber(text)).toBe(true)
})

test.each([
  '',
  '4111111111111112',
  'Позвоните +998 90 123 45 67',
  'чек 0000000000000000',
  'ИНН 301234567, заказ 123456',
  '41111111111111114111111111111111',
  '4111 1111',
])('none is seen in %s', (text) => {
  expect(hasCardNumber(text)).toBe(false)
})
