import { expect, test } from 'vitest'
import { questionsError, questionsOf } from './also-asked.ts'

test('one question a line; blank lines, repeats and stray spaces go', () => {
  expect(questionsOf(' где  чек\n\nне печатает, чек\nгде чек \n')).toEqual(['где чек', 'не печатает, чек'])
})

test('what the server would refuse is said before', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `вопрос ${at}`).join('\n')
  expect(questionsError(lines(50))).toBeUndefined()
  expect(questionsError(lines(51))).toBe('Не больше 50 строк.')
  expect(questionsError('я'.repeat(200))).toBeUndefined()
  expect(questionsError('я'.repeat(201))).toBe('Строка длиннее 200 букв.')
})
