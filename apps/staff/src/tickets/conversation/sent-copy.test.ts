import type { Message } from '@podmoga/contract/tickets'
import { message } from '@podmoga/web/live/testing-messages'
import { expect, test } from 'vitest'
import type { OutgoingReply } from '../outbox/outgoing.ts'
import { copiesOf } from './sent-copy.ts'

const shown = (id: number, text: string, more: Partial<Message> = {}): Message => ({
  ...message(id),
  text,
  is_mine: true,
  ...more,
})
const reply = (id: string, text: string, more: Partial<OutgoingReply> = {}): OutgoingReply =>
  ({
    id,
    data: { ticketId: '7', text, seen: '2' },
    files: [],
    receipt: null,
    state: 'failed',
    ...more,
  }) as OutgoingReply
const found = (items: OutgoingReply[], messages: Message[], taken: string[] = []) =>
  copiesOf(items, messages, ({ id }) => taken.includes(id))
const photo = { id: 'f', file_url: '/f', file_name: 'чек.jpg' }

test('a reply whose answer was lost is known by what has come since it was written', () => {
  const before = [shown(1, 'Да'), shown(2, 'Что на экране?', { is_mine: false })]
  expect(found([reply('a', 'Да')], before)).toEqual([])
  expect(found([reply('a', 'Да')], [...before, shown(3, 'Да')])).toEqual(['a'])
  // The last seen message is on an older page that is not loaded.
  expect(found([reply('a', 'Да')], [shown(8, 'Да')])).toEqual(['a'])
})

test('the same words of two replies are two messages, and those of an acknowledged one are its own', () => {
  const two = [reply('a', 'Да'), reply('b', 'Да')]
  expect(found(two, [shown(3, 'Да')])).toEqual(['a'])
  expect(found(two, [shown(3, 'Да'), shown(4, 'Да')])).toEqual(['a', 'b'])
  expect(found([reply('b', 'Да')], [shown(3, 'Да')], ['3'])).toEqual([])
  expect(found([reply('a', 'Да', { state: 'sending' })], [shown(3, 'Да')])).toEqual([])
})

test('a card number is known as the server keeps it, and as one that keeps it whole', () => {
  const items = [reply('a', 'Оплата 4111 1111 1111 1111 не прошла')]
  expect(found(items, [shown(3, 'Оплата 411111******1111 не прошла')])).toEqual(['a'])
  expect(found(items, [shown(3, 'Оплата 4111 1111 1111 1111 не прошла')])).toEqual(['a'])
  expect(found(items, [shown(3, 'Оплата 422222******1111 не прошла')])).toEqual([])
})

test('other authors, other files, and replies of an older release are no copy', () => {
  expect(found([reply('a', 'Да')], [shown(3, 'Да', { is_mine: false })])).toEqual([])
  expect(found([reply('a', 'Да')], [shown(3, 'Да', { attachments: [photo] })])).toEqual([])
  expect(found([reply('a', 'Да', { files: [new File(['x'], 'чек.jpg')] })], [shown(3, 'Да')])).toEqual([])
  expect(found([reply('a', 'Да', { data: { ticketId: '7', text: 'Да' } })], [shown(3, 'Да')])).toEqual([])
})
