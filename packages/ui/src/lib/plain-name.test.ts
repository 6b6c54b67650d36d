import { expect, test } from 'vitest'
import { plainName } from './plain-name.ts'

test('a name with bidirectional controls shows its real extension', () => {
  expect(plainName('чек\u202Egpj.exe')).toBe('чекgpj.exe')
  expect(plainName('\u2067чек\u2069.pdf')).toBe('чек.pdf')
  expect(plainName('фото кассы №5.png')).toBe('фото кассы №5.png')
})
