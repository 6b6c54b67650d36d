import { expect, test } from 'vitest'
import { attemptOf, draftOf, EMPTY } from './new-ticket.draft.ts'
import { nextOf, type Outgoing, stateAfterBreak, writtenAt } from './outgoing.ts'

const NOW = Date.parse('2026-11-22T10:00:00.000Z')
const made = (part: Partial<Outgoing>): Outgoing => ({
  id: '1',
  ticketId: null,
  key: 'key',
  text: 'Касса не открывается',
  files: [],
  created_at: '2026-11-22T09:59:00.000Z',
  state: 'waiting',
  sent_bytes: 0,
  total_bytes: 0,
  problem: null,
  message_id: null,
  ...part,
})

test.each([
  ['a new ticket that was on its way goes again', { state: 'sending' }, 'waiting'],
  ['a reply that was on its way is the person’s to decide', { state: 'sending', ticketId: '7' }, 'failed'],
  [
    'a new ticket whose key may be forgotten is too',
    { state: 'sending', created_at: '2026-11-21T10:30:00.000Z' },
    'failed',
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
    made({ id: 'r', created_at: '2026-11-22T09:00:00.000Z', ticketId: '7' }),
    made({ id: 'b', created_at: '2026-11-22T09:02:00.000Z' }),
  ]
  expect(nextOf(items, 'new')?.id).toBe('b')
  expect(nextOf(items, '7')?.id).toBe('r')
  expect(nextOf(items, '8')).toBeUndefined()
})

test('a ticket that comes back keeps its key until its content changes', () => {
  const draft = draftOf(made({ about: { category: 'other', topic: '' } }))
  expect(attemptOf(draft).key).toBe('key')
  expect(attemptOf({ ...draft, initial_message: 'Касса открылась' }).key).not.toBe('key')
  expect(attemptOf(EMPTY).key).not.toBe(attemptOf(EMPTY).key)
})

test('a clock that is set back a day changes nothing in the order of writing', () => {
  const first = made({ id: '1', created_at: writtenAt([], NOW) })
  const second = made({ id: '2', created_at: writtenAt([first], NOW - 86_400_000) })
  const third = made({ id: '3', created_at: writtenAt([first, second], NOW - 86_400_000) })
  expect(nextOf([third, second, first], 'new')?.id).toBe('1')
  expect(nextOf([third, second], 'new')?.id).toBe('2')
  expect(writtenAt([first], NOW + 5)).toBe(new Date(NOW + 5).toISOString())
})
