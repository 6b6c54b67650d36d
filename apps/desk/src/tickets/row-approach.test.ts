import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MEANT_MS, makeApproach } from './row-approach.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('rows that go by under the pointer are not asked for, the one it stays over is, once', () => {
  const asked: string[] = []
  const { onEnter, onLeave, onApproach } = makeApproach((id) => asked.push(id))
  for (let row = 0; row < 1000; row++) {
    onEnter(String(row))
    vi.advanceTimersByTime(MEANT_MS / 4)
    if (row % 2 === 0) onLeave()
  }
  expect(asked).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(asked).toEqual(['999'])
  onApproach('5')
  expect(asked).toEqual(['999', '5'])
})
