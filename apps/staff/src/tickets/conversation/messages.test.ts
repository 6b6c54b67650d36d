import type { Message, MessagePage } from '@podmoga/contract/tickets'
import { describe, expect, test } from 'vitest'
import { firstNew, isDrifted, messagesOf } from './messages.ts'

const message = (id: number, more: Partial<Message> = {}): Message => ({
  id: String(id),
  text: `№${id}`,
  created_at: new Date(1_700_000_000_000 + id * 60_000).toISOString(),
  user_name: null,
  user_image: null,
  attachments: [],
  ...more,
})

const page = (current_page: number, ids: number[], total_pages = 3): MessagePage => ({
  current_page,
  total_pages,
  results: [{ results: ids.map((id) => message(id)) }],
})

const ids = (messages: Message[]) => messages.map(({ id }) => Number(id))

describe('messagesOf', () => {
  test('runs oldest first over pages and groups', () => {
    const first: MessagePage = {
      current_page: 1,
      total_pages: 2,
      results: [{ results: [message(3)] }, { results: [message(4), message(5)] }],
    }
    expect(ids(messagesOf([first, page(2, [1, 2])]))).toEqual([1, 2, 3, 4, 5])
  })

  test('orders by time whatever the backend does', () => {
    expect(ids(messagesOf([page(1, [5, 4, 3])]))).toEqual([3, 4, 5])
  })

  test('shows a message once when pages have drifted', () => {
    expect(ids(messagesOf([page(1, [3, 4]), page(2, [2, 3])]))).toEqual([2, 3, 4])
  })
})

test('drift shows in a doubled message or in another count of pages', () => {
  expect(isDrifted([page(1, [3, 4]), page(2, [1, 2])])).toBe(false)
  expect(isDrifted([page(1, [3, 4]), page(2, [2, 3])])).toBe(true)
  expect(isDrifted([page(1, [3, 4], 4), page(2, [1, 2], 3)])).toBe(true)
})

describe('firstNew', () => {
  const talk = [
    message(1, { is_mine: true }),
    message(2, { from_support: true }),
    message(3, { is_mine: true }),
    message(4, { from_support: true }),
    message(5, { from_support: true }),
  ]
  test('counts unread messages of support from the end', () => {
    expect(firstNew(talk, { unread: 2 })).toBe('4')
    expect(firstNew(talk, { unread: 9 })).toBe('2')
    expect(firstNew(talk, { unread: 0, lastSeen: '1' })).toBeNull()
  })
  test('goes by the backend’s own mark on a device that has seen nothing', () => {
    const marked = [...talk.slice(0, 4), message(5, { from_support: true, is_unread: true })]
    expect(firstNew(marked, { lastSeen: null })).toBe('5')
  })
  test('else goes by what this device has seen', () => {
    expect(firstNew(talk, { lastSeen: '2' })).toBe('4')
    expect(firstNew(talk, { lastSeen: '5' })).toBeNull()
    expect(firstNew(talk, { lastSeen: null })).toBeNull()
    expect(firstNew(talk, { lastSeen: 'gone' })).toBeNull()
  })
})
