import * as connectivity from '@podmoga/web/connectivity'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadWhenReachable } from './lost-code.ts'

const reload = vi.fn()
const postMessage = vi.fn()
beforeEach(() => {
  vi.spyOn(connectivity, 'checkConnectivity').mockResolvedValue(true)
  vi.useFakeTimers()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  reload.mockClear()
})

test('a page whose code was lost is loaded anew once the server answers', async () => {
  vi.stubGlobal('window', {})
  expect(await reloadWhenReachable(() => false)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  expect(await reloadWhenReachable()).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
  // The cached page would request the same missing file again.
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ fresh: true })
})

test('a page that is being left is not reloaded, unless it stays', async () => {
  vi.stubGlobal('window', { podmoga_left: performance.now() })
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
