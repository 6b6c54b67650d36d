import { expect, test } from 'vitest'
import { nextOf, type OutboxItem, stateAfterBreak, writtenAt } from './item.ts'

const NOW = Date.parse('2026-11-22T10:00:00.000Z')
const made = (part: Partial<OutboxItem>): OutboxItem => ({
  id: '1',
  kind: 'ticket',
  queue: 'new',
  key: 'key',
  data: 'Касса не открывается',
  files: [],
  created_at: '2026-11-22T09:59:00.000Z',
  state: 'waiting',
  resend: 'while_key_lives',
  sent_bytes: 0,
  total_bytes: 0,
  problem: null,
  receipt: null,
  ...part,
})
const LONG_AGO = '2026-11-21T10:30:00.000Z'

test.each([
  ['a new ticket that was on its way goes again', { state: 'sending' }, 'waiting'],
  ['a reply that was on its way is the person’s to decide', { state: 'sending', resend: 'never' }, 'failed'],
  ['a new ticket whose key may be forgotten is too', { state: 'sending', created_at: LONG_AGO }, 'failed'],
  [
    'what is the same however often it is said goes again',
    { state: 'sending', resend: 'always', created_at: LONG_AGO },
    'waiting',
  ],
  ['what waited waits on', { state: 'waiting', created_at: '2026-11-01T10:00:00.000Z' }, 'waiting'],
  ['what was refused stays refused', { state: 'failed' }, 'failed'],
] as const)('after a break %s', (_, part, state) => {
  expect(stateAfterBreak(made(part), NOW)).toBe(state)
})

test('a queue goes in the order of writing, whatever the order of reading', () => {
  const items = [
    made({ id: 'c', created_at: '2026-11-22T09:03:00.000Z' }),
    made({ id: 'a', created_at: '2026-11-22T09:01:00.000Z', state: 'failed' }),
    made({ id: 'r', created_at: '2026-11-22T09:00:00.000Z', queue: '7' }),
    made({ id: 'b', created_at: '2026-11-22T09:02:00.000Z' }),
  ]
  expect(nextOf(items, 'new')?.id).toBe('b')
  expect(nextOf(items, '7')?.id).toBe('r')
  expect(nextOf(items, '8')).toBeUndefined()
})

test('a clock that is set back a day changes nothing in the order of writing', () => {
  const first = made({ id: '1', created_at: writtenAt([], NOW) })
  const second = made({ id: '2', created_at: writtenAt([first], NOW - 86_400_000) })
  const third = made({ id: '3', created_at: writtenAt([first, second], NOW - 86_400_000) })
  expect(nextOf([third, second, first], 'new')?.id).toBe('1')
  expect(nextOf([third, second], 'new')?.id).toBe('2')
  expect(writtenAt([first], NOW + 5)).toBe(new Date(NOW + 5).toISOString())
})
