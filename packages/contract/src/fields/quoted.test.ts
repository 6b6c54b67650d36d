import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

test('a name stands in quotes once; its own quotes are the inner ones', () => {
  expect(quoted('Навруз')).toBe('«Навруз»')
  expect(quoted('Кафе «Навруз»')).toBe('«Кафе „Навруз“»')
})
