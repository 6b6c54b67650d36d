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

test('a draft hears of what colleagues have answered since it began, not of customers nor of oneself', () => {
  expect(ids('1')).toEqual(['2', '5'])
  expect(ids('2')).toEqual(['5'])
  expect(ids('5')).toEqual([])
})

test('begun before everything that is loaded it hears of all of it; begun in another conversation, of nothing', () => {
  expect(ids('0', false)).toEqual(['2', '5'])
  expect(ids('0')).toEqual([])
})
