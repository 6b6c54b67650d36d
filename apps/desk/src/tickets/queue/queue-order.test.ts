import type { DeskTicketItem } from '@podmoga/contract/desk/tickets'
import { expect, test } from 'vitest'
import { atMinute as at, listed as item } from '../tickets.testing.ts'
import { matchesView, withTickets } from './queue-order.ts'
import type { QueueView } from './queue-view.ts'

const view = (part: Partial<QueueView> = {}): QueueView => ({
  tab: 'waiting',
  number: null,
  ...part,
})
const how = (part: Partial<QueueView> = {}, isWhole = true) => ({ view: view(part), me: '7', isWhole })
const draw = (items: readonly DeskTicketItem[]) => items.map(({ id }) => id).join(' ')
const withTicket = (
  items: readonly DeskTicketItem[],
  changed: DeskTicketItem,
  options: Parameters<typeof withTickets>[2],
) => withTickets(items, [changed], options)
const mine = { assignee: { id: '7', name: 'Я' } }

test('a view holds what its filters say', () => {
  const cases: [Partial<QueueView>, Partial<DeskTicketItem>, boolean][] = [
    [{}, {}, true],
    [{}, { waiting_since: null }, false],
    [{ tab: 'open' }, { waiting_since: null }, true],
    [{ tab: 'open' }, { status: 'processed' }, false],
    [{ tab: 'archive' }, { status: 'processed', waiting_since: null }, true],
    [{ restaurant: ['2'] }, {}, false],
    [{ whose: 'mine' }, mine, true],
    [{ whose: 'mine' }, { assignee: { id: '8', name: 'Азиз' } }, false],
    [{ whose: 'free' }, mine, false],
    [{}, { snoozed_until: at(59) }, false],
    [{ tab: 'open', whose: 'snoozed' }, { snoozed_until: at(59) }, true],
    [{ category: ['other'] }, {}, true],
    [{ topic: ['pos'] }, { topic: 'pos' }, true],
    [{ topic: ['pos'] }, {}, false],
    [{ assignee: ['7'] }, mine, true],
    [{ assignee: ['8'] }, mine, false],
    [{ tag: ['возврат'] }, { tags: ['возврат', 'vip'] }, true],
    [{ tag: ['возврат'] }, { tags: ['vip'] }, false],
    [{ priority: ['urgent'] }, { priority: 'urgent' }, true],
    [{ priority: ['urgent'] }, {}, false],
    [{ priority: ['high', 'urgent'], tag: ['vip', 'суд'] }, { priority: 'urgent', tags: ['суд'] }, true],
    [{ priority: ['high', 'urgent'], tag: ['vip', 'суд'] }, { priority: 'urgent' }, false],
    [{ number: '5' }, { status: 'processed' }, true],
  ]
  for (const [filters, part, stands] of cases)
    expect([filters, part, matchesView(view(filters), item('5', part), '7')]).toEqual([filters, part, stands])
})

test('a ticket comes to its place, moves and leaves', () => {
  const items = [item('2'), item('4'), item('6')]
  expect(draw(withTicket(items, item('5'), how()))).toBe('2 4 5 6')
  expect(draw(withTicket(items, item('2', { waiting_since: at(5) }), how()))).toBe('4 2 6')
  expect(draw(withTicket(items, item('4', { waiting_since: null }), how()))).toBe('2 6')
  expect(draw(withTicket(items, item('4', { waiting_since: null }), how({ tab: 'open' })))).toBe('2 6 4')
})

test('it comes to its place in every order', () => {
  const urgent = item('9', { priority: 'urgent' })
  const pressing = [item('3', { priority: 'urgent' }), item('2'), item('4')]
  expect(draw(withTicket(pressing, urgent, how({ order: 'priority' })))).toBe('3 9 2 4')
  const newest = [item('10'), item('4'), item('2')]
  expect(draw(withTicket(newest, urgent, how({ order: 'newest' })))).toBe('10 9 4 2')
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

test('a batch gives the same order as single changes', () => {
  const items = Array.from({ length: 60 }, (_, index) => item(String(index * 2)))
  const changed = [
    item('10', { waiting_since: null }),
    item('12', { waiting_since: at(59), last_message_at: at(59) }),
    item('14', { priority: 'urgent' }),
    item('15'),
    item('17'),
    item('30', { merged_into: { id: '1', number: 1 } }),
    item('400', { waiting_since: at(59) }),
  ]
  const one = changed.reduce<readonly DeskTicketItem[]>((list, next) => withTicket(list, next, how()), items)
  expect(draw(withTickets(items, changed, how()))).toBe(draw(one))
  expect(withTickets(items, changed, how()).find(({ id }) => id === '14')?.priority).toBe('urgent')
})

test('a loaded part whose tickets all changed keeps its length and takes tickets sorted before them', () => {
  const items = [item('2'), item('4')]
  const changed = [item('9'), item('3'), item('4', { tags: ['vip'] }), item('2', { tags: ['vip'] })]
  expect(draw(withTickets(items, changed, how({}, false)))).toBe('2 3 4')
})

test('several tickets closed at once come first in the archive, the latest event on top', () => {
  const closed = { status: 'processed' } as const
  const items = [item('2', closed), item('4', closed)]
  const changed = [item('8', closed), item('4'), item('9', closed)]
  expect(draw(withTickets(items, changed, how({ tab: 'archive' })))).toBe('9 8 2')
})

test('by what is due: a ticket goes to its new place, those without a deadline come last', () => {
  const due = (minute: number) => ({
    clock: { kind: 'first', due_at: at(minute), soon_at: at(minute), late_at: at(minute) } as const,
  })
  const list = [item('3', due(10)), item('1', due(30)), item('2', { clock: null })]
  const options = how({ tab: 'open', order: 'due' })
  expect(draw(withTicket(list, item('3', due(40)), options))).toBe('1 3 2')
  expect(draw(withTicket(list, item('4', { clock: null }), options))).toBe('3 1 2 4')
  expect(draw(withTicket(list, item('2', due(5)), options))).toBe('2 3 1')
})
