import { expect, test } from 'vitest'
import { between } from './use-selection.ts'

const IDS = ['5', '3', '9', '1']

test('a range runs in the order of the list, both ways, and from a row that has gone it is the one row', () => {
  expect(between(IDS, '3', '1')).toEqual(['3', '9', '1'])
  expect(between(IDS, '1', '5')).toEqual(IDS)
  expect(between(IDS, '9', '9')).toEqual(['9'])
  expect(between(IDS, null, '9')).toEqual(['9'])
  expect(between(IDS, '777', '9')).toEqual(['9'])
})
