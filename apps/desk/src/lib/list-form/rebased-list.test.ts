import { expect, test } from 'vitest'
import { adopted, listNews, rebasedList } from './rebased-list.ts'

const line = (mark: string, name = mark, id: string | null = mark) => ({ mark, id, name })

test('one’s own lines over another’s: what each has changed, added and removed stays so', () => {
  const seen = [line('1'), line('2'), line('3'), line('4')]
  const mine = [line('2', 'моё'), line('1'), line('new', 'новое', null), line('3', 'и это')]
  const theirs = [line('1', 'их'), line('2', 'их тоже'), line('4'), line('5', 'пришло')]
  expect(rebasedList(mine, seen, theirs)).toEqual([
    line('2', 'моё'),
    line('1', 'их'),
    line('new', 'новое', null),
    // Removed there and changed here: becomes a new line.
    line('3', 'и это', null),
    line('5', 'пришло'),
  ])
  expect(listNews(seen, theirs)).toEqual([
    '«их»: изменено',
    '«их тоже»: изменено',
    '«пришло»: добавлено',
    '«3»: убрано',
  ])
  // Removed here and changed there: restored.
  expect(rebasedList([], [line('1')], [line('1', 'их')])).toEqual([line('1', 'их')])
})

test('a line new on both sides is merged: another tab sent it, or its response was lost', () => {
  const seen = [line('1')]
  const mine = [line('a', 'новое', null), line('1', 'моё'), line('b', 'новое', null), line('c', 'ещё', null)]
  const theirs = [line('7', 'новое'), line('1'), line('8', 'новое')]
  expect(rebasedList(mine, seen, theirs)).toEqual([
    line('7', 'новое'),
    line('1', 'моё'),
    line('8', 'новое'),
    line('c', 'ещё', null),
  ])
})

test('what was new when it was sent is known by its id from then on', () => {
  const sent = [line('new', 'новое', null)]
  const now = [line('new', 'новое и ещё', null), line('newer', 'ещё одно', null)]
  expect(adopted(now, sent, [line('7', 'новое')])).toEqual([
    line('7', 'новое и ещё'),
    line('newer', 'ещё одно', null),
  ])
})
