import { expect, test } from 'vitest'
import { supportHours } from './support-hours.ts'

const working_hours = ['09:00-18:00', '', '', '', '', '', '10:00-14:00']

test('weeks begin on Monday, a holiday is a day without support, and nothing said is nothing shown', () => {
  const at = (month: number, day: number, holidays: string[] = []) =>
    supportHours({ working_hours, holidays }, new Date(2026, month - 1, day, 23, 30))
  expect(at(11, 23)).toBe('Поддержка сегодня 09:00–18:00')
  expect(at(11, 22)).toBe('Поддержка сегодня 10:00–14:00')
  expect(at(11, 24)).toBe('Сегодня поддержка не работает')
  expect(at(11, 23, ['2026-11-23'])).toBe('Сегодня поддержка не работает')
  expect(supportHours({ working_hours: null, holidays: [] }, new Date())).toBe(null)
  const holiday = { working_hours: null, holidays: ['2026-11-23'] }
  expect(supportHours(holiday, new Date(2026, 10, 23))).toBe('Сегодня поддержка не работает')
  expect(supportHours(holiday, new Date(2026, 10, 24))).toBe(null)
})
