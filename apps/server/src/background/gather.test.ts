import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeGather, makePace } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('values passed within the time are handled in one call, without duplicates', () => {
  const done: (readonly string[])[] = []
  const gather = makeGather<string>(100, (named) => done.push(named))
  for (let at = 0; at < 5; at += 1) gather('один')
  vi.advanceTimersByTime(99)
  gather('один')
  gather('два')
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual([['один', 'два']])
  vi.advanceTimersByTime(1000)
  expect(done).toHaveLength(1)
  gather('один')
  vi.advanceTimersByTime(100)
  expect(done).toEqual([['один', 'два'], ['один']])
})

test('the delay is computed at the first value of a batch', () => {
  const done = vi.fn()
  let ms = 100
  const gather = makeGather<string>(() => ms, done)
  gather('один')
  ms = 600
  gather('два')
  vi.advanceTimersByTime(100)
  expect(done).toHaveBeenCalledTimes(1)
  gather('один')
  vi.advanceTimersByTime(599)
  expect(done).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(done).toHaveBeenCalledTimes(2)
})

test('the delay grows under load, within bounds, and not for a single value', () => {
  const done = vi.fn()
  const pace = makePace({ least_ms: 500, most_ms: 2000, times: 4, each_ms: 100 })
  const gather = makeGather<string>(pace.ms, done)
  const nameAndWait = (times: number, ms: number) => {
    for (let at = 0; at < times; at += 1) gather('один')
    const before = done.mock.calls.length
    vi.advanceTimersByTime(ms - 1)
    expect(done).toHaveBeenCalledTimes(before)
    vi.advanceTimersByTime(1)
    expect(done).toHaveBeenCalledTimes(before + 1)
  }
  nameAndWait(8, 500)
  nameAndWait(300, 800)
  nameAndWait(1, 2000)
  nameAndWait(1, 500)
})
