import { expect, test } from 'vitest'
import { Hours } from '../desk/admin.ts'
import { hoursOf } from './hours.ts'

test('hours are understood as people type them', () => {
  const typed = ['9-18', 'как вчера', '10.30 – 23', 'с 9 до 18:30', 'выходной', 'круглосуточно', '0900-1800']
  const week = hoursOf(typed)
  expect(week).toEqual([
    '09:00-18:00',
    '09:00-18:00',
    '10:30-23:00',
    '09:00-18:30',
    '',
    '00:00-24:00',
    '09:00-18:00',
  ])
  for (const day of week) expect(Hours.safeParse(day).success).toBe(true)
})

test('what is not understood is refused by its day, not guessed', () => {
  // The first day has no day before it.
  for (const day of ['с утра', 'как вчера', '=', '9', '25-26', '9-18-20', '9:5-18', '09:00-24:59'])
    expect([day, Hours.safeParse(hoursOf([day])[0]).success]).toEqual([day, false])
})

test('a day that is refused says what is wrong with what was typed, and how it is written', () => {
  const messageOf = (typed: string) => Hours.safeParse(hoursOf([typed])[0]).error?.issues[0]?.message
  expect(messageOf('10-24:59')).toBe('Времени 24:59 не бывает, последнее — 24:00. Часы в виде 10:00-23:00')
  expect(messageOf('10:75-23')).toContain('Времени 10:75 не бывает')
  expect(messageOf('9 – 25')).toContain('Времени 25:00 не бывает')
  expect(messageOf('24-8')).toContain('Начало дня — 00:00.')
  expect(messageOf('Как вчера')).toContain('Перед этим днём нет другого.')
  expect(messageOf('9-13, 14-18')).toContain('Здесь один промежуток, без перерыва.')
  expect(messageOf('9')).toContain('Не сказано, до скольких.')
  expect(messageOf('с утра')).toBe('Непонятно: «с утра». Часы в виде 10:00-23:00')
  expect(messageOf('а'.repeat(5000))?.length).toBeLessThan(80)
  for (const right of ['10-24', '22-02:00', '0:00-24:00'])
    expect([right, messageOf(right)]).toEqual([right, undefined])
})
