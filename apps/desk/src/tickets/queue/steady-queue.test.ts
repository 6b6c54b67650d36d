import { expect, test } from 'vitest'
import { listed } from '../tickets.testing.ts'
import { countNewcomers, type QueueRow, settle, takeAll } from './steady-queue.ts'

const item = (id: string, last_message = '') => listed(id, { last_message })
const items = (...ids: string[]) => ids.map((id) => item(id))
const draw = (rows: QueueRow[]) =>
  rows.map((row) => (row.isGone ? `(${row.item.id})` : row.item.id)).join(' ')
const free = { isHeld: false, keep: null }

test('newcomers wait to be asked for', () => {
  const rows = takeAll(items('1', '2'))
  const fresh = items('1', '3', '2', '4')
  expect(draw(settle(rows, fresh, free))).toBe('1 2')
  expect(countNewcomers(rows, fresh)).toBe(2)
})

test('rows carry what is new in them', () => {
  const [row] = settle(takeAll(items('1')), [item('1', 'Привет')], free)
  expect(row?.item.last_message).toBe('Привет')
})

test('under the cursor nothing moves: who has left fades', () => {
  const rows = takeAll(items('1', '2', '3'))
  expect(draw(settle(rows, items('3', '1'), { isHeld: true, keep: null }))).toBe('1 (2) 3')
})

test('elsewhere the list follows', () => {
  const rows = takeAll(items('1', '2', '3'))
  expect(draw(settle(rows, items('3', '1'), free))).toBe('3 1')
})

test('the open ticket keeps its place and goes once another is open', () => {
  const rows = takeAll(items('1', '2', '3'))
  const kept = settle(rows, items('1', '3'), { isHeld: false, keep: '2' })
  expect(draw(kept)).toBe('1 (2) 3')
  expect(draw(settle(kept, items('1', '3'), { isHeld: false, keep: '3' }))).toBe('1 3')
})
