import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStaggeredInterval } from './staggered-interval.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('each work runs once per interval, spread over shares; no timer is left behind', () => {
  const join = makeStaggeredInterval(2000, 4)
  const ran: number[] = []
  const leave = Array.from({ length: 10 }, (_, at) => join(() => ran.push(at)))
  vi.advanceTimersByTime(500)
  expect(ran.length).toBeGreaterThanOrEqual(2)
  expect(ran.length).toBeLessThanOrEqual(3)
  vi.advanceTimersByTime(1500)
  expect(ran.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (const out of leave) {
    out()
    out()
  }
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(4000)
  expect(ran).toHaveLength(10)
})

test('work that cancels itself while it runs affects no other', () => {
  const join = makeStaggeredInterval(1000, 1)
  const ran: string[] = []
  const out = join(() => {
    ran.push('first')
    out()
  })
  join(() => ran.push('second'))
  vi.advanceTimersByTime(2000)
  expect(ran).toEqual(['first', 'second', 'second'])
})
