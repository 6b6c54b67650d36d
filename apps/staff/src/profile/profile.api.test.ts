import type { Call } from '@podmoga/contract/client'
import { expect, test } from 'vitest'
import { isProven } from './profile.api.ts'

const scopeOf = (details: object) => ({
  restaurantId: '1',
  person: 'a',
  call: (async () => ({ details })) as unknown as Call,
})

test.each([
  ['Aziza@Demo.Test', 'Aziza@demo.test'],
  ['\u0438\u0306@почта.рф', '\u0439@почта.рф'],
  [' new@demo.test', 'new@demo.test'],
])('a verified e-mail is recognized however it was typed: %s', async (typed, email) => {
  expect(await isProven(scopeOf({ email, is_email_verified: true }), 'email', typed)).toBe(true)
  expect(await isProven(scopeOf({ email, is_email_verified: false }), 'email', typed)).toBe(false)
})

test('another e-mail or phone is not the verified one', async () => {
  const scope = scopeOf({ email: null, phone: '+998901234567', is_email_verified: true })
  expect(await isProven(scope, 'email', 'new@demo.test')).toBe(false)
  expect(await isProven(scope, 'phone', '+998901234568')).toBe(false)
  expect(await isProven(scope, 'phone', '+998901234567')).toBe(true)
})
