import type { DeskTicketItem } from '@podmoga/contract/desk/tickets'
import { expect, test } from 'vitest'
import { standsIn, withTicket } from './queue-order.ts'
import type { QueueView } from './queue-view.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const item = (id: string, part: Partial<DeskTicketItem> = {}): DeskTicketItem => ({
  id,
  number: Number(id),
  status: 'awaiting_response',
  category: 'other',
  category_readable: 'Другое',
  topic: null,
  topic_readable: null,
  restaurant: { id: '1', name: 'Навруз' },
  customer_name: null,
  last_message: '',
  last_from_support: false,
  last_author_name: null,
  created_at: at(0),
  last_message_at: at(Number(id)),
  waiting_since: at(Number(id)),
  assignee: null,
  priority: 'normal',
  tags: [],
  snoozed_until: null,
  ...part,
})
const view = (part: Partial<QueueView> = {}): QueueView => ({
  tab: 'waiting',
  restaurant: null,
  number: null,
  ...part,
})
const how = (part: Partial<QueueView> = {}, isWhole = true) => ({ view: view(part), me: '7', isWhole })
const draw = (items: readonly DeskTicketItem[]) => items.map(({ id }) => id).join(' ')
const mine = { assignee: { id: '7', name: 'Я' } }

test('a view holds what its filters say', () => {
  const cases: [Partial<QueueView>, Partial<DeskTicketItem>, boolean][] = [
    [{}, {}, true],
    [{}, { waiting_since: null }, false],
    [{ tab: 'open' }, { waiting_since: null }, true],
    [{ tab: 'open' }, { status: 'processed' }, false],
    [{ tab: 'archive' }, { status: 'processed', waiting_since: null }, true],
    [{ restaurant: '2' }, {}, false],
    [{ whose: 'mine' }, mine, true],
    [{ whose: 'mine' }, { assignee: { id: '8', name: 'Азиз' } }, false],
    [{ whose: 'free' }, mine, false],
    [{}, { snoozed_until: at(59) }, false],
    [{ tab: 'open', whose: 'snoozed' }, { snoozed_until: at(59) }, true],
    [{ category: 'other' }, {}, true],
    [{ topic: 'pos' }, { topic: 'pos' }, true],
    [{ topic: 'pos' }, {}, false],
    [{ assignee: '7' }, mine, true],
    [{ assignee: '8' }, mine, false],
    [{ tag: 'возврат' }, { tags: ['возврат', 'vip'] }, true],
    [{ tag: 'возврат' }, { tags: ['vip'] }, false],
    [{ priority: 'urgent' }, { priority: 'urgent' }, true],
    [{ priority: 'urgent' }, {}, false],
    [{ number: '5' }, { status: 'processed' }, true],
  ]
  for (const [filters, part, stands] of cases)
    expect([filters, part, standsIn(view(filters), item('5', part), '7')]).toEqual([filters, part, stands])
})

test('a ticket comes to its place, moves and leaves', () => {
  const items = [item('2'), item('4'), item('6')]
  expect(draw(withTicket(items, item('5'), how()))).toBe('2 4 5 6')
  expect(draw(withTicket(items, item('2', { waiting_since: at(5) }), how()))).toBe('4 2 6')
  expect(draw(withTicket(items, item('4', { waiting_since: null }), how()))).toBe('2 6')
  expect(draw(withTicket(items, item('4', { waiting_since: null }), how({ tab: 'open' })))).toBe('2 6 4')
})

test('what belongs beyond the loaded pages is not shown, what does not belong changes nothing', () => {
  const items = [item('2'), item('4')]
  expect(withTicket(items, item('9'), how({}, false))).toBe(items)
  expect(draw(withTicket(items, item('9'), how()))).toBe('2 4 9')
  expect(withTicket(items, item('3', { waiting_since: null }), how())).toBe(items)
})

test('the newest closed is the first of the archive', () => {
  const closed = { status: 'processed' } as const
  const items = [item('2', closed), item('4', closed)]
  expect(draw(withTicket(items, item('9', closed), how({ tab: 'archive' })))).toBe('9 2 4')
})
