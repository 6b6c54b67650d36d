import * as connectivity from '@podmoga/web/connectivity'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { retryWhenOnline } from './retry-when-online.ts'

const net = { isThere: false, changed: new Set<() => void>() }
beforeAll(() => {
  vi.spyOn(connectivity, 'checkConnectivity').mockImplementation(async () => net.isThere)
  vi.spyOn(connectivity, 'onConnectivityChange').mockImplementation((listener) => {
    net.changed.add(listener)
    return () => void net.changed.delete(listener)
  })
})
afterAll(() => vi.restoreAllMocks())

test('an action pressed before its code has loaded waits for the network; missing code is an error', async () => {
  const lost = new TypeError('Failed to fetch dynamically imported module')
  const load = vi.fn(async (): Promise<string> => Promise.reject(lost))
  const done = vi.fn()
  const coming = retryWhenOnline(load)().then(done)
  await vi.waitFor(() => expect(net.changed.size).toBe(1))
  expect([load.mock.calls.length, done.mock.calls.length]).toEqual([1, 0])
  net.isThere = true
  load.mockResolvedValue('code')
  for (const changed of net.changed) changed()
  await coming
  expect(done).toHaveBeenCalledExactlyOnceWith('code')
  expect(net.changed.size).toBe(0)
  await expect(retryWhenOnline(() => Promise.reject(lost))()).rejects.toBe(lost)
})
