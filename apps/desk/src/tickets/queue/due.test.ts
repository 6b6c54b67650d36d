import { expect, test } from 'vitest'
import { atMinute as at } from '../tickets.testing.ts'
import { dueWords } from './due.ts'

test('a deadline in words: none, ahead, near, and over only once support could have worked', () => {
  const clock = { kind: 'first', due_at: at(30), soon_at: at(20), late_at: at(40) } as const
  const words = (minute: number) => dueWords(clock, Date.parse(at(minute)))
  expect(dueWords(null, 0)).toBe(null)
  expect(dueWords(undefined, 0)).toBe(null)
  expect(words(10)).toMatchObject({ level: 'set', words: expect.stringMatching(/^Ответить до \d\d:30$/) })
  expect(words(25)).toMatchObject({
    level: 'soon',
    words: expect.stringMatching(/^Скоро просрочим, до \d\d:30$/),
  })
  expect(words(35)?.level).toBe('soon')
  expect(words(40)).toEqual({ level: 'late', words: 'Просрочен' })
})
