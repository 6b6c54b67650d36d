import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { expect, test } from 'vitest'
import { suggestedQuery } from './suggested.ts'

test.each([
  ['', ''],
  ['Не печатает', ''],
  ['!!! ... ??? --- !!! ... ???', ''],
  ['Не печатает чек', 'Не печатает чек'],
  ['  Терминал\n\nне видит   сеть ', 'Терминал не видит сеть'],
])('%j', (message, query) => {
  expect(suggestedQuery(message)).toBe(query)
})

test('a long message is cut at a word, a long word anywhere', () => {
  const query = suggestedQuery('принтер '.repeat(60))
  expect(query.length).toBeLessThanOrEqual(SEARCH_MAX)
  expect(query.endsWith('принтер')).toBe(true)
  expect([...suggestedQuery('🍕'.repeat(10) + 'а'.repeat(400))]).toHaveLength(SEARCH_MAX)
})
