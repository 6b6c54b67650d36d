import { expect, test } from 'vitest'
import { codeDigits } from './otp-code.tsx'

test.each([
  ['123 456', '123456'],
  ['123-456', '123456'],
  [' 12 ', '12'],
  ['1234567', '123456'],
  ['код: 048106', '048106'],
])('%j gives %s', (typed, code) => {
  expect(codeDigits(typed, 6)).toBe(code)
})
