import { learnClock } from '@podmoga/web/session/clock'
import { expect, test } from 'vitest'
import { untilOf } from '../side/snooze-times.ts'
import { choicesFor, type PickFrom } from './picks.ts'
import { untilTyped } from './until-typed.ts'

const NOW = Date.parse('2026-11-23T10:00:00.000Z')
const TASHKENT = { now: NOW, zone: 'Asia/Tashkent' }

test('a time that is typed is meant by the restaurant’s clock and lies ahead', () => {
  // It is 15:00 in Tashkent.
  expect(untilTyped('15:30', TASHKENT)).toBe('2026-11-23T10:30:00.000Z')
  expect(untilTyped('9', TASHKENT)).toBe('2026-11-24T04:00:00.000Z')
  expect(untilTyped('завтра', TASHKENT)).toBe('2026-11-24T04:00:00.000Z')
  expect(untilTyped('Завтра в 18:15', TASHKENT)).toBe('2026-11-24T13:15:00.000Z')
  expect(untilTyped('25.12 10:00', TASHKENT)).toBe('2026-12-25T05:00:00.000Z')
  expect(untilTyped('1.2', TASHKENT)).toBe('2027-02-01T04:00:00.000Z')
  // Across the end of daylight saving time.
  expect(untilTyped('2.11 9:00', { now: Date.parse('2026-10-24T10:00:00Z'), zone: 'Europe/Berlin' })).toBe(
    '2026-11-02T08:00:00.000Z',
  )
  for (const typed of ['', 'метка', '25:00', '10:75', '31.2', 'сегодня 9'])
    expect(untilTyped(typed, TASHKENT), typed).toBeNull()
})

test('on a computer whose clock is a day ahead an hour is an hour all the same', () => {
  const there = Date.now() - 24 * 60 * 60_000
  const token = { sub: 'p1', exp: 0 }
  learnClock({ ...token, iat: there / 1000 })
  expect(Math.abs(Date.parse(untilOf('hour', undefined)) - there - 60 * 60_000)).toBeLessThan(5000)
  learnClock({ ...token, iat: Date.now() / 1000 })
})

test('tomorrow morning is the restaurant’s too, chosen as typed', () => {
  const until = (typed: string) =>
    choicesFor('snooze', { ...from, now: NOW }, typed).map(({ picked }) => picked)
  expect(until('до завтра')).toEqual(until('завтра 9'))
})

const from: PickFrom = {
  me: '9',
  agents: [
    { id: '9', name: 'Бахтиёр' },
    { id: '4', name: 'Азиз' },
  ],
  tags: ['касса', 'возврат'],
  categories: [{ key: 'menu', name: 'Меню', topics: [{ key: 'sauces', name: 'Соусы' }] }],
  ticket: {
    assignee: null,
    priority: 'normal',
    tags: ['касса'],
    snoozed_until: null,
    restaurant: { id: '1', name: 'Навруз', timezone: 'Asia/Tashkent' },
  },
  now: NOW,
}
const many: PickFrom = { ...from, ticket: undefined }
const titles = (...of: Parameters<typeof choicesFor>) =>
  choicesFor(...of).map(({ title, hint }) => (hint === undefined ? title : `${title} (${hint})`))

test('each list offers what fits, the likeliest first, and narrows as one types', () => {
  expect(titles('assign', from, '')).toEqual(['Мне', 'Никому (сейчас)', 'Азиз'])
  expect(titles('assign', many, 'аз')).toEqual(['Азиз'])
  expect(titles('priority', from, '')).toEqual(['Срочно', 'Высокая', 'Обычная (сейчас)', 'Низкая'])
  expect(titles('tags', from, '')).toEqual(['касса (снять)', 'возврат'])
  expect(titles('tags', from, 'Чек')).toEqual(['чек (новая метка)'])
  expect(titles('snooze', from, '')).toEqual(['На час', 'До завтра, 9:00', 'На неделю'])
  expect(titles('snooze', from, '15:30')).toEqual(['До 23 ноября в 15:30'])
  expect(titles('about', from, 'соус')).toEqual(['Меню · Соусы'])
  expect(titles('about', many, '')).toEqual(['Меню · Соусы'])
})
