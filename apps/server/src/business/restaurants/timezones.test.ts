import { expect, test } from 'vitest'
import { listTimezones, makeTimezoneFinder, timezoneName, timezonePlace } from './timezones.ts'

const WINTER = new Date('2026-01-15T12:00:00Z')
const SUMMER = new Date('2026-07-15T12:00:00Z')

test('a zone is called by its city in Russian, with the offset of that day', () => {
  expect(timezoneName('Asia/Tashkent', WINTER)).toBe('Ташкент, UTC+5')
  expect(timezoneName('Asia/Samarkand', WINTER)).toBe('Самарканд, UTC+5')
  expect(timezoneName('Asia/Kolkata', WINTER)).toBe('Индия, UTC+5:30')
  expect(timezoneName('America/New_York', WINTER)).toBe('Нью-Йорк, UTC-5')
  expect(timezoneName('America/New_York', SUMMER)).toBe('Нью-Йорк, UTC-4')
  expect(timezoneName('Europe/London', WINTER)).toBe('Лондон, UTC')
  expect(timezoneName('Etc/GMT+3', WINTER)).toBe('Etc/GMT+3, UTC-3')
  expect(timezoneName('Луна', WINTER)).toBe('Луна')
})

test('all of them are listed, each under a name of its own', async () => {
  const zones = await listTimezones(WINTER)
  expect(zones.map(({ id }) => id).toSorted()).toEqual(Intl.supportedValuesOf('timeZone').toSorted())
  expect(new Set(zones.map(({ name }) => name)).size).toBe(zones.length)
  for (const { name } of zones) expect(name).toMatch(/^[А-ЯЁо].*, UTC([+-]\d+(:\d\d)?)?$/)
  const summer = await listTimezones(SUMMER)
  expect(summer.find(({ id }) => id === 'Europe/Paris')?.name).toBe('Париж, UTC+2')
  expect(summer.map(({ id }) => timezonePlace(id))).toContain('Калининград')
})

test('is found by what somebody would write in a file', async () => {
  const find = await makeTimezoneFinder(WINTER)
  for (const text of [
    'Ташкент',
    ' ташкент ',
    'Ташкент, UTC+5',
    'Узбекистан',
    'asia/tashkent',
    'Asia/Tashkent',
  ])
    expect(find(text), text).toBe('Asia/Tashkent')
  expect(find('Нью-Йорк')).toBe('America/New_York')
  expect(find('america/new york')).toBe('America/New_York')
  expect(find('Кишинев')).toBe('Europe/Chisinau')
  for (const text of ['', 'Луна', 'UTC+5', 'constructor', '__proto__'])
    expect(find(text), text).toBeUndefined()
})
