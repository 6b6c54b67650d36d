import { expect, test } from 'vitest'
import { COLUMNS, ignoredIn } from './columns.ts'

test('unknown headings are reported as written; the extra columns of a file of errors are not', () => {
  const heading = ['имя ', 'Почта', 'Роль', '', ' Роль ', 'Смена', 'Почему не внесено', 'Строка']
  expect(ignoredIn([heading, ['Анна', 'a@x.test', 'управляющий']], COLUMNS)).toEqual(['Роль', 'Смена'])
  expect(ignoredIn([Object.values(COLUMNS)], COLUMNS)).toEqual([])
  expect(ignoredIn([], COLUMNS)).toEqual([])
  const wide = Array.from({ length: 30 }, (_, at) => `${at}`.padEnd(300, 'х'))
  expect(ignoredIn([wide], COLUMNS)).toHaveLength(10)
  expect(ignoredIn([wide], COLUMNS)[0]).toHaveLength(60)
})
