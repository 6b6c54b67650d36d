import { expect, test } from 'vitest'
import { piecesOf, readDay, readSought } from './query.ts'

const NOW = new Date('2026-11-27T21:00:00Z')

test('filters are taken out of the words, quotes keep a name whole', () => {
  expect(readSought('касса от:"Азиза К" ресторан:Плов файл:есть не печатает', NOW)).toEqual({
    words: 'касса не печатает',
    from: 'Азиза К',
    restaurant: 'Плов',
    has_file: true,
    of: null,
    number: null,
  })
  expect(readSought('№ 1042', NOW).number).toBe(1042)
  expect(readSought('ОТ:азиз 12', NOW)).toMatchObject({ from: 'азиз', words: '12', number: 12 })
})

test('a day is parsed as people write it; without a year it is not in the future, nonsense is no day', () => {
  const days = {
    сегодня: { ago: 0, now: NOW },
    Вчера: { ago: 1, now: NOW },
    // 02:00 of the 28th in Tashkent.
    '28.11': '2026-11-28',
    '29.11': '2025-11-29',
    '1.2': '2026-02-01',
    '29.02': '2024-02-29',
    '12.10.25': '2025-10-12',
    '12.10.2030': '2030-10-12',
    '2026-10-12': '2026-10-12',
  }
  for (const [typed, day] of Object.entries(days)) expect(readDay(typed, NOW), typed).toEqual(day)
  for (const typed of [
    '31.02',
    '0.1',
    '1.13',
    '2026-02-30',
    '2026-13-45',
    '12',
    '12.10.1',
    'constructor',
    '',
  ])
    expect(readDay(typed, NOW), typed).toBeNull()
  expect(readSought('касса с:12.10.2025 по:"15.10.2025" не печатает', NOW)).toMatchObject({
    words: 'касса не печатает',
    of: { since: '2025-10-12', until: '2025-10-15' },
  })
  expect(readSought('по:утрам', NOW)).toMatchObject({ words: 'по:утрам', of: null })
})

test('a long text is cut around its first hit', () => {
  const text = `${'Слова без дела. '.repeat(20)}А касса молчит. ${'И ещё. '.repeat(60)}`
  const pieces = piecesOf(text, ['касс'])
  expect(pieces.filter(({ is_hit }) => is_hit)).toEqual([{ text: 'касса', is_hit: true }])
  expect(pieces.map((piece) => piece.text).join('').length).toBeLessThan(260)
  expect(pieces.at(0)?.text).toBe('…')
  expect(pieces.at(-1)?.text).toBe('…')
})
