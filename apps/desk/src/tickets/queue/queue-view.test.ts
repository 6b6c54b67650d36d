import { expect, test } from 'vitest'
import {
  filtersOf,
  type QueueView,
  readView,
  searchOf,
  soughtOf,
  ticketPath,
  viewOfFilters,
} from './queue-view.ts'

test('a view survives the address', () => {
  const view: QueueView = { tab: 'archive', restaurant: ['2'], number: '1042' }
  expect(readView(new URLSearchParams(searchOf(view)))).toEqual(view)
})

test('every filter survives it too, and saving under a name', () => {
  const view: QueueView = {
    tab: 'waiting',
    number: null,
    whose: 'mine',
    restaurant: ['2', '7'],
    restaurant_group: ['Центр, юг'],
    category: ['trouble_paying'],
    topic: ['click'],
    assignee: ['12', '5'],
    tag: ['возврат за 5%&', 'а, б'],
    priority: ['urgent', 'high'],
  }
  expect(readView(new URLSearchParams(searchOf(view)))).toEqual(view)
  expect(viewOfFilters(filtersOf({ ...view, number: '5', q: 'касса' }))).toEqual(view)
  const none = readView(
    new URLSearchParams('whose=hers&category=A%20b&topic=../x&priority=most&assignee=../1&tag=%00'),
  )
  expect(searchOf(none)).toBe('')
})

test('whatever is pasted into the search survives the address, which stays short', () => {
  for (const typed of [
    'касса',
    'ж'.repeat(3000),
    '🍕'.repeat(3000),
    `${'ж'.repeat(199)}🍕`,
    'касса\tне\u0000работает',
    '\ud83c',
  ])
    for (const q of [soughtOf(typed)]) {
      const search = searchOf({ tab: 'waiting', number: null, q })
      expect(readView(new URLSearchParams(search)).q).toBe(q)
      expect(search.length).toBeLessThan(2048)
    }
  expect(soughtOf('\t\u0000 ')).toBe('')
})

test('the first view needs no address', () => {
  const first = readView(new URLSearchParams(''))
  expect(first).toEqual({ tab: 'waiting', number: null })
  expect(ticketPath('15', first)).toBe('/tickets/15')
})

test('nonsense counts as nothing', () => {
  const view = readView(new URLSearchParams('tab=mine&restaurant=../1&number=12x'))
  expect(view).toEqual({ tab: 'waiting', number: null })
})
