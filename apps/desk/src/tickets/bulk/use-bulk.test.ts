import { expect, test } from 'vitest'
import { type Fate, undoOf } from './use-bulk.ts'

const fate = (id: string, before: string | null, what: Fate['fate'] = 'done'): Fate => ({
  id,
  number: Number(id),
  fate: what,
  before,
})

test('what was done is taken back for each as it was before, and only where it was done', () => {
  const results = [fate('1', '7'), fate('2', null), fate('3', '7'), fate('4', '8', 'same')]
  expect(undoOf({ do: 'assign', assignee: '8' }, results)).toEqual([
    { act: { do: 'assign', assignee: '7', from: '8' }, tickets: ['1', '3'] },
    { act: { do: 'assign', assignee: null, from: '8' }, tickets: ['2'] },
  ])
  const closed = [fate('1', null), fate('2', null, 'ticket_closed')]
  expect(undoOf({ do: 'close' }, closed)).toEqual([{ act: { do: 'reopen' }, tickets: ['1'] }])
  const pressed = [fate('1', 'low'), fate('2', 'normal')]
  expect(undoOf({ do: 'priority', priority: 'urgent' }, pressed)).toEqual([
    { act: { do: 'priority', priority: 'low' }, tickets: ['1'] },
    { act: { do: 'priority', priority: 'normal' }, tickets: ['2'] },
  ])
  expect(undoOf({ do: 'tag', tag: 'возврат' }, [fate('1', null, 'same')])).toEqual([])
})
