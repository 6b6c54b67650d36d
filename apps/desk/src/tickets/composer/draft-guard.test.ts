import type { Message } from '@podmoga/contract/tickets'
import { expect, test } from 'vitest'
import { answeredSince } from './draft-guard.ts'

const message = (id: string, by: 'cook' | 'me' | 'colleague'): Message => ({
  id,
  text: id,
  created_at: '2026-11-23T10:00:00.000Z',
  user_name: by,
  user_image: null,
  is_mine: by === 'me',
  from_support: by !== 'cook',
  attachments: [],
})
const TALK = [
  message('1', 'cook'),
  message('2', 'colleague'),
  message('3', 'cook'),
  message('4', 'me'),
  message('5', 'colleague'),
]
const ids = (seen: string, isWhole = true) => answeredSince(TALK, seen, isWhole).map(({ id }) => id)

test('a draft reports colleagues’ replies since it was begun, not customers’ messages or own replies', () => {
  expect(ids('1')).toEqual(['2', '5'])
  expect(ids('2')).toEqual(['5'])
  expect(ids('5')).toEqual([])
})

test('a draft older than the loaded messages reports all replies; one of another conversation, none', () => {
  expect(ids('0', false)).toEqual(['2', '5'])
  expect(ids('0')).toEqual([])
})
