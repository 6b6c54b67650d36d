import type { MessagePage } from '@podmoga/contract/tickets'
import type { InfiniteData } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { message, page } from './testing-messages.ts'
import { withMessage } from './with-message.ts'

const idsOf = (data: InfiniteData<MessagePage> | null) =>
  data?.pages.flatMap(({ results }) => results.flatMap((group) => group.results.map(({ id }) => id)))

const data = { pages: [page([message(1), message(2)])], pageParams: [1] }
test('puts the newest message at the end, once', () => {
  const put = withMessage(data, message(3))
  expect(idsOf(put)).toEqual(['1', '2', '3'])
  expect(put && withMessage(put, message(3))).toBe(put)
})
test.each([
  ['the newest page is not in hand', { pages: [page([message(1)], 2)], pageParams: [2] }],
  ['a later message stands there', { pages: [page([message(4)])], pageParams: [1] }],
  ['the page has grown long', { pages: [page(Array(200).fill(message(1)))], pageParams: [1] }],
])('has no place for it when %s', (_, pages) => {
  expect(withMessage(pages, message(3))).toBeNull()
})
