import { expect, test } from 'vitest'
import { promiseText } from './promise.texts.ts'

const now = new Date(2026, 10, 24, 22, 0)
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 0).toISOString()

test.each([
  [1, null, 'Обычно отвечаем за 1 минуту'],
  [12, undefined, 'Обычно отвечаем за 12 минут'],
  [60, null, 'Обычно отвечаем за 1 час'],
  [90, null, 'Обычно отвечаем за полтора часа'],
  [12, at(24, 23), 'Поддержка откроется сегодня в 23:00. Обычно отвечаем за 12 минут с этого времени'],
  [2, at(25, 9), 'Поддержка откроется завтра в 09:00. Обычно отвечаем за 2 минуты с этого времени'],
  [240, at(27, 9), 'Поддержка откроется 27 ноября в 09:00. Обычно отвечаем за 4 часа с этого времени'],
])('%i minutes, open at %s: %s', (minutes, opens_at, text) => {
  expect(promiseText(minutes, opens_at, now).replaceAll('\u00A0', ' ')).toBe(text)
})
