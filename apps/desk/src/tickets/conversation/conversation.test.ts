import type { Message, MessagePage } from '@podmoga/contract/tickets'
import { expect, test } from 'vitest'
import { byDay, inOrder, withNotes } from './conversation.ts'

const message = (id: string, created_at: string): Message => ({
  id,
  text: id,
  created_at,
  user_name: null,
  user_image: null,
  attachments: [],
})
const page = (current_page: number, ...results: Message[]): MessagePage => ({
  current_page,
  total_pages: 2,
  results: [{ results }],
})

test('pages become one list in order of time, each message once', () => {
  const [a, b, c, d] = ['10', '11', '12', '13'].map((hour, at) =>
    message(`${at}`, `2026-11-18T${hour}:00:00.000Z`),
  ) as [Message, Message, Message, Message]
  expect(inOrder([page(1, c, d), page(2, b, a, c)]).map(({ id }) => id)).toEqual(['0', '1', '2', '3'])
})

test('days begin where the calendar turns', () => {
  const days = byDay([
    message('1', '2026-11-18T06:00:00.000Z'),
    message('2', '2026-11-18T08:00:00.000Z'),
    message('3', '2026-11-20T06:00:00.000Z'),
  ])
  expect(days.map((day) => day.messages.length)).toEqual([2, 1])
  expect(days[1]?.at).toBe('2026-11-20T06:00:00.000Z')
})

test('notes stand among the messages at their time, those of pages that are not loaded wait', () => {
  const note = (note_id: string, noted_at: string) => ({
    note_id,
    note_text: '',
    noted_at,
    author_name: 'Азиз',
    author_image: null,
    is_own: false,
    mentions: [],
    attachments: [],
  })
  const messages = [message('1', '2026-11-18T10:00:00.000Z'), message('2', '2026-11-18T12:00:00.000Z')]
  const notes = [
    note('c', '2026-11-18T13:00:00.000Z'),
    note('b', '2026-11-18T11:00:00.000Z'),
    note('a', '2026-11-18T09:00:00.000Z'),
  ]
  const draw = (isWhole: boolean) =>
    withNotes(messages, notes, isWhole).map((entry) => ('note' in entry ? entry.note.note_id : entry.id))
  expect(draw(false)).toEqual(['1', 'b', '2', 'c'])
  expect(draw(true)).toEqual(['a', '1', 'b', '2', 'c'])
})
