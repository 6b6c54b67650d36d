import { expect, test } from 'vitest'
import { changesOf, idsOf } from './words.ts'

const NAMES = { restaurants: new Map(), people: new Map(), topics: new Map() }

test('days are said as people say them, a time of day beside its day; what is no day stays as it is', () => {
  const before = { check_on: null, publish_at: '2026-12-03 09:00', name: '2026-13-45', hours: '09:00-18:00' }
  const after = { check_on: '2026-11-29', publish_at: null, name: 'Меню', hours: '2026-11-29x' }
  expect(changesOf(before, after, NAMES)).toEqual(
    expect.arrayContaining([
      { name: 'Проверить', before: '—', after: '29 ноября 2026 г.' },
      { name: 'Выйдет', before: '3 декабря 2026 г., 09:00', after: '—' },
      { name: 'Название или имя', before: '2026-13-45', after: 'Меню' },
      { name: 'Часы работы', before: '09:00-18:00', after: '2026-11-29x' },
    ]),
  )
})

test('a field that is empty before and after is left out', () => {
  const after = { group_added: ['Центр'], group_removed: [] }
  expect(changesOf(null, after, NAMES)).toEqual([{ name: 'В группы', before: null, after: 'Центр' }])
  expect(changesOf({ groups: ['Центр'] }, { groups: [] }, NAMES)).toEqual([
    { name: 'Группы', before: 'Центр', after: '—' },
  ])
})

test('a number is a count, not a restaurant id', () => {
  const names = { ...NAMES, restaurants: new Map([['3', 'Кофейня Регистан']]) }
  const after = { added: 3, changed: 0 }
  expect(changesOf(null, after, names)).toEqual([
    { name: 'Добавлено', before: null, after: '3' },
    { name: 'Изменено', before: null, after: '0' },
  ])
  expect(idsOf([after]).restaurants).toEqual([])
  expect(changesOf(null, { added: ['3 manager'] }, names)[0]?.after).toBe('«Кофейня Регистан» (управляющий)')
})

test('what has a name on the screens is said by it: kinds of devices, categories and the topics of the business', () => {
  const names = { ...NAMES, topics: new Map([['pos', 'Наша касса']]) }
  const after = { kind: 'till', category: ['trouble_paying', 'other'], topic: ['pos', 'gone'] }
  expect(changesOf({ kind: 'other' }, after, names)).toEqual([
    { name: 'Вид', before: 'Другое', after: 'Касса' },
    { name: 'Категория', before: '—', after: 'Проблема с оплатой, Другое' },
    { name: 'Тема', before: '—', after: 'Наша касса, gone' },
  ])
  expect(idsOf([after]).topics).toEqual(['pos', 'gone'])
})
