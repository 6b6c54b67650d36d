import { expect, test, vi } from 'vitest'

const net = vi.hoisted(() => ({ isThere: false, changed: new Set<() => void>() }))
vi.mock('@podmoga/web/connectivity', () => ({
  checkConnectivity: async () => net.isThere,
  onConnectivityChange: (listener: () => void) => {
    net.changed.add(listener)
    return () => net.changed.delete(listener)
  },
}))
const { retryWhenOnline } = await import('./retry-when-online.ts')

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
