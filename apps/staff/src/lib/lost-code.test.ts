import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('@podmoga/web/connectivity', () => ({ checkConnectivity: async () => true }))

const reload = vi.fn()
const postMessage = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockClear()
})

test('a page whose code was lost is loaded anew once the server answers', async () => {
  vi.stubGlobal('window', {})
  const { reloadWhenReachable } = await import('./lost-code.ts')
  expect(await reloadWhenReachable(() => false)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  expect(await reloadWhenReachable()).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
  // The cached page would request the same missing file again.
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ fresh: true })
})

test('a page that is being left is not reloaded, unless it stays', async () => {
  vi.stubGlobal('window', { podmoga_left: performance.now() })
  const { reloadWhenReachable } = await import('./lost-code.ts')
  const may = vi.fn(() => true)
  const asked = reloadWhenReachable(may)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(reload).not.toHaveBeenCalled()
  // The one reload per minute has not been used up.
  expect(may).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await asked).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
})
