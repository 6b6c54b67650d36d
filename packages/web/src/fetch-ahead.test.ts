// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchAhead } from './fetch-ahead.ts'

beforeEach(() => {
  vi.useFakeTimers()
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'connection')
})

test('whoever saves data is sent only the code that a promise of the page needs, one file after another', async () => {
  const fetched: string[] = []
  const load = (name: string) => async () => fetched.push(name)
  fetchAhead([load('page')])
  fetchAhead([load('acts'), load('outbox')], true)
  const stop = fetchAhead([load('left')], true)
  stop()
  // A user who goes offline a second after the page has loaded can use what it promises.
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetched).toEqual(['acts', 'outbox'])
  await vi.advanceTimersByTimeAsync(60_000)
  Object.defineProperty(navigator, 'connection', { value: { saveData: false }, configurable: true })
  fetchAhead([load('page')])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toEqual(['acts', 'outbox', 'page'])
})
