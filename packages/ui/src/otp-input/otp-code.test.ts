import { expect, test } from 'vitest'
import { codeDigits } from './otp-code.tsx'

test.each([
  ['123 456', '123456'],
  ['123-456', '123456'],
  [' 12 ', '12'],
  ['1234567', '123456'],
  ['код: 048106', '048106'],
  // A whole message that contains other digits; its code replaces a wrong code typed before it.
  ['Чайхана 24: код 048106, действует 10 минут', '048106'],
  ['111111Ваш код: 048106', '048106'],
  ['12 34 56', '123456'],
])('%j gives %s', (typed, code) => {
  expect(codeDigits(typed, 6)).toBe(code)
})
