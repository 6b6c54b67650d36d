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
  // The first day has none before it.
  for (const day of ['с утра', 'как вчера', '=', '9', '25-26', '9-18-20', '9:5-18', '09:00-24:59'])
    expect([day, Hours.safeParse(hoursOf([day])[0]).success]).toEqual([day, day === '09:00-24:59'])
})
