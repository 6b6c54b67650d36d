import { expect, test } from 'vitest'
import { cardLines, quietLines } from './card-lines.testing.ts'
import { cutCardNumbers, hasCardNumber } from './card-number.ts'

test.each([
  '4111111111111111',
  'Гость платил картой 5555 5555 5555 4444, деньги ушли',
  '6011-1111-1111-1117',
  'карта:\u00A03782 822463 10005.',
  // Numbers beside it are not part of it.
  'Карта 4111 1111 1111 1111 12/27, код 123',
  'чек 25 4111 1111 1111 1111',
  '2026-11-23 4111111111111111',
  '4111 1111 1111 1111 500000 сум',
  '4111 1111 1111 1111 2027',
  // Any grouping and any alphabet's digits.
  '4111\u202F1111\u20091111\u20111111',
  '4111.1111.1111.1111',
  '4111 - 1111 - 1111 - 1111',
  '4111\n1111\n1111\n1111',
  '4111\r\n1111\r\n1111\r\n1111',
  '41\u200B11 1111 1111 1111',
  '٤١١١ ١١١١ ١١١١ ١١١١',
  '४१११ １１１１ 𝟏𝟏𝟏𝟏 1111',
  '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  '41 11 11 11 11 11 11 11',
  'карта4222222222222да',
  // Adjacent letters do not make it a UUID.
  'a-4111-1111-1111-1111-abcdef',
])('a card’s number is seen in %s', (text) => {
  expect(hasCardNumber(text)).toBe(true)
  expect(hasCardNumber(cutCardNumbers(text))).toBe(false)
})

test.each([
  '',
  '4111111111111112',
  'Позвоните +998 90 123 45 67',
  'чек 0000000000000000',
  'ИНН 301234567, заказ 123456',
  '41111111111111114111111111111111',
  '4111 1111',
  'Звоните: 998901234567 998901234568, +998 90 123 45 67, 90-765-43-21',
  'Смена 23.11.2026 08:00 – 24.11.2026 20:15, итог 4 567 890,00',
  'ПИНФЛ 31203851234567',
  'Счёт 4070 2810 1000 0000 1233',
  'заказы\n4511\n4512\n4513\n4523',
  'сдали 4500 3200 1800 5550',
  'чек 4111111111111111-aaaa-41d4-a716-446655440000',
  'код 4607001234566',
  'op:47e12158-4428-4935-9243-9d86e2e4de36 Касса не печатает чек',
])('none is seen in %s', (text) => {
  expect(hasCardNumber(text)).toBe(false)
  expect(cutCardNumbers(text)).toBe(text)
})

test('its first six and last four digits stay, and all that stands around it', () => {
  expect(cutCardNumbers('4111111111111111')).toBe('411111******1111')
  expect(cutCardNumbers('Карта 5555 5555 5555 4444, гость: +998 90 123 45 67\n')).toBe(
    'Карта 555555******4444, гость: +998 90 123 45 67\n',
  )
  expect(cutCardNumbers('٤١١١ ١١١١ ١١١١ ١١١١ и 3782-822463-10005')).toBe(
    '411111******1111 и 378282******0005',
  )
})

test('of 100,000 lines with phones, orders and invoices none is changed', () => {
  expect(quietLines(100_000).filter((line) => cutCardNumbers(line) !== line)).toEqual([])
})

test('of 20,000 cards in such lines every one is cut, and nothing else', () => {
  const wrong = cardLines(20_000).filter(({ line, kept }) => cutCardNumbers(line) !== kept)
  expect(wrong).toEqual([])
})
